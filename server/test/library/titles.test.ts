import { describe, expect, test } from 'vitest';
import type { ListedFolder } from '../../library/folders/walk.ts';
import type { FileFacts } from '../../library/read/read-file.ts';
import { readSidecar } from '../../library/read/sidecars.ts';
import { NO_TAGS, type Tags } from '../../library/read/tags.ts';
import { buildTitles } from '../../library/titles/build-titles.ts';
import { groupFolders } from '../../library/titles/group.ts';
import { transcriptFiles } from '../../library/titles/transcript-files.ts';
import { lostTitles } from '../../library/import/lost.ts';

const factsOf = (tags: Partial<Tags>): FileFacts => ({
  version: '0',
  audioId: '0',
  container: 'mp3',
  codec: 'mp3',
  seconds: 60,
  tags: { ...NO_TAGS, ...tags },
  chapters: [],
  notes: [],
});

/** The titles of a folder, each with the paths of its sounds. The value of a path is its tags, or its text. */
function titlesOf(files: Readonly<Record<string, Partial<Tags> | string>>) {
  const folders = new Map<
    string,
    { sounds: ListedFolder['sounds'][number][]; sidecars: ListedFolder['sidecars'][number][] }
  >();
  for (const [path, contents] of Object.entries(files)) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const listed = folders.get(folder) ?? { sounds: [], sidecars: [] };
    folders.set(folder, listed);
    listed[typeof contents === 'string' ? 'sidecars' : 'sounds'].push({ path, size: 1, mtime: 1 });
  }
  return groupFolders([...folders].map(([path, listed]) => ({ path, ...listed }))).flatMap((group) => {
    const sounds = group.sounds.map((file) => {
      const tags = files[file.path];
      return { file, facts: factsOf(typeof tags === 'object' ? tags : {}) };
    });
    const sidecars = group.sidecars.map(({ path }) => ({
      path,
      ...readSidecar(path.slice(path.lastIndexOf('/') + 1), Buffer.from(textOf(files[path]))),
    }));
    return buildTitles(group, sounds, sidecars);
  });
}

const textOf = (contents: unknown): string => (typeof contents === 'string' ? contents : '');

type Files = Parameters<typeof titlesOf>[0];

/** The files in a folder. */
const inside = (folder: string, files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, contents]) => [`${folder}/${path}`, contents] as const),
  );

/** The paths of the sounds of each title, by its name. */
const soundsOf = (files: Files) =>
  Object.fromEntries(
    titlesOf(files).map(({ title, sections }) => [title, sections.map(({ sound }) => sound.file.path)]),
  );

describe('the chapters of a title (CAT-124)', () => {
  const order = (files: Readonly<Record<string, Partial<Tags>>>) =>
    (
      soundsOf(Object.fromEntries(Object.entries(files).map(([name, tags]) => [`Ann/Book/${name}`, tags])))[
        'Book'
      ] ?? []
    ).map((path) => path.slice('Ann/Book/'.length));

  test.each(['mp3', 'm4a', 'm4b', 'mp4', 'ogg', 'opus', 'flac'])(
    'follow the tags if the names do not number them; the digit of .%s is no number',
    (extension) => {
      expect(
        order({
          [`A Storm.${extension}`]: { track: 3 },
          [`Closing Credits.${extension}`]: { track: 4 },
          [`Dawn.${extension}`]: { track: 2 },
          [`Opening Credits.${extension}`]: { track: 1 },
        }),
      ).toEqual(
        ['Opening Credits', 'Dawn', 'A Storm', 'Closing Credits'].map((name) => `${name}.${extension}`),
      );
    },
  );

  test.each([
    ['discs come before tracks', { 'A.mp3': [2, 1], 'B.mp3': [1, 2], 'C.mp3': [1, 1] }, 'CBA'],
    ['a gap is no flaw', { 'A.mp3': [null, 9], 'B.mp3': [null, 2], 'C.mp3': [null, 4] }, 'BCA'],
    [
      'two files with one number follow their names',
      { 'A.mp3': [null, 2], 'C.mp3': [null, 1], 'B.mp3': [null, 2] },
      'CAB',
    ],
    [
      'if a number is missing, the names decide',
      { 'B.mp3': [null, 1], 'A.mp3': [null, null], 'C.mp3': [null, 3] },
      'ABC',
    ],
    [
      'a number in the title orders nothing',
      { 'The 39 Steps B.mp3': [null, 1], 'The 39 Steps A.mp3': [null, 2] },
      'BA',
    ],
    ['a year orders nothing', { '1912 A.mp3': [null, 2], '1984 B.mp3': [null, 1] }, 'BA'],
    ['numbers of the names win', { '2 A.mp3': [null, 1], '1 B.mp3': [null, 2] }, 'BA'],
  ] as const)('by tags: %s', (_, files, letters) => {
    const tagged: Record<string, Partial<Tags>> = {};
    for (const [name, numbers] of Object.entries<readonly (number | null)[]>(files)) {
      const [disc = null, track = null] = numbers;
      tagged[name] = { disc, track };
    }
    expect(
      order(tagged)
        .map((name) => name.at(-5))
        .join(''),
    ).toBe(letters);
  });

  test.each([
    [['Prologue', 'Chapter 1', 'Chapter 2', 'Chapter 10', 'Epilogue']],
    [
      [
        'Opening Credits',
        'Dedication',
        'Foreword',
        'Introduction',
        'Dawn',
        'Storm',
        'Afterword',
        'About the Author',
        'End Credits',
      ],
    ],
    [['Vorwort', 'Prolog', 'Kapitel 1', 'Kapitel 2', 'Epilog', 'Nachwort', 'Danksagung']],
    [['Préface', 'Prologue', 'Chapitre 1', 'Épilogue', 'Remerciements']],
    [['Пролог', 'Глава 1', 'Глава 2', 'Эпилог']],
    [['Book - Prologue', 'Book - Chapter 1', 'Book - Chapter 2', 'Book - Epilogue']],
    [
      [
        'Part 1 - Prologue',
        'Part 1 - Chapter 1',
        'Part 2 - Prologue',
        'Part 2 - Chapter 2',
        'Part 2 - Epilogue',
      ],
    ],
    [['01 Zero', '02 Prologue', '03 Chapter 1', '04 Epilogue', '05 Bonus']],
    [['Chapter I', 'Chapter II', 'Chapter IV', 'Chapter IX', 'Chapter X', 'Chapter XL']],
    [['I - Rain', 'II - Dawn', 'V - Storm', 'IX - Calm', 'XI - Night']],
    [['Chapter One', 'Chapter Two', 'Chapter Three', 'Chapter Ten', 'Chapter Twenty-One', 'Chapter Thirty']],
    [['Erster Teil', 'Zweiter Teil', 'Dritter Teil']],
    [['One', 'Two', 'Three']],
    [['A - Rain', 'B - Dawn', 'C - Storm', 'D - Calm', 'I - Night', 'L - Day']],
    [['1 of 10', '2 of 10', '10 of 10']],
    [['Track 01', 'Track 02', 'Track 11']],
    [['01-02', '01-10', '02-01', '10-01']],
    [['1', '1.5', '2', '10']],
  ])('by name: %j', (names) => {
    const files = names.map((name) => `${name}.mp3`);
    expect(order(Object.fromEntries(files.toReversed().map((name) => [name, {}])))).toEqual(files);
  });

  test('of discs follow the discs, and within a disc its own tags', () => {
    expect(
      order({
        'Closing Credits.mp3': {},
        'Disc 10/Night.mp3': { track: 1 },
        'Disc 2/Dawn.mp3': { track: 2 },
        'Disc 2/Rain.mp3': { track: 1 },
        'Opening Credits.mp3': {},
      }),
    ).toEqual([
      'Opening Credits.mp3',
      'Disc 2/Rain.mp3',
      'Disc 2/Dawn.mp3',
      'Disc 10/Night.mp3',
      'Closing Credits.mp3',
    ]);
  });
});

describe('folders that are named like parts (CAT-125)', () => {
  test.each([
    ['CD1', 'CD2'],
    ['Disc 1', 'Disc 10'],
    ['disk_01', 'disk_02'],
    ['Part One', 'Part Two'],
    ['Pt. 3', 'Pt. 4'],
    ['Teil 1', 'Teil 2'],
    ['Erster Teil', 'Zweiter Teil'],
    ['1. Teil', '2. Teil'],
    ['Part I', 'Part II'],
    ['[CD 1 of 2]', '[CD 2 of 2]'],
    ['1 of 2', '2 of 2'],
    ['1', '2'],
    ['Tape 1 Side A', 'Tape 1 Side B'],
    ['Part 1 - Dawn', 'Part 2 - Dusk'],
    ['The Book (Disc 01)', 'The Book (Disc 02)'],
    ['The Book CD1', 'The Book CD2'],
    ['The Book - Part 02', 'The Book - Part 03'],
    ['The Book [CD 3 of 5]', 'The Book [CD 4 of 5]'],
    ['The Book, Teil 1: Dawn', 'The Book, Teil 2: Dusk'],
    ['Part 1/CD 1', 'Part 2/CD 1'],
  ])('are one book: %s, %s', (one, other) => {
    const paths = [`Ann/The Book/${one}/x.mp3`, `Ann/The Book/${other}/x.mp3`];
    expect(soundsOf(Object.fromEntries(paths.map((path) => [path, {}])))).toEqual({ 'The Book': paths });
  });

  test.each([
    ['The Book (Disc 01)', 'The Book (Disc 02)'],
    ['The Book - CD1', 'The Book - CD2'],
    ['The Book Part One', 'The Book Part Two'],
    ['CD1 - The Book', 'CD2 - The Book'],
  ])('beside other books are one book: %s, %s', (one, other) => {
    const paths = [`Ann/${one}/x.mp3`, `Ann/${other}/x.mp3`];
    const files = { ...Object.fromEntries(paths.map((path) => [path, {}])), 'Ann/Another/x.mp3': {} };
    expect(soundsOf(files)).toEqual({ Another: ['Ann/Another/x.mp3'], 'The Book': paths });
    expect(titlesOf(files).map(({ description }) => description.authors)).toEqual([['Ann'], ['Ann']]);
  });

  test('at the top of the library are one book, as folders and as files', () => {
    expect(
      soundsOf({
        'One (Disc 1)/x.mp3': {},
        'One (Disc 2)/x.mp3': {},
        'Two - Part 1.mp3': {},
        'Two - Part 2.mp3': {},
        'Three, Volume 1.mp3': {},
        'Three, Volume 2.mp3': {},
      }),
    ).toEqual({
      One: ['One (Disc 1)/x.mp3', 'One (Disc 2)/x.mp3'],
      Two: ['Two - Part 1.mp3', 'Two - Part 2.mp3'],
      'Three, Volume 1': ['Three, Volume 1.mp3'],
      'Three, Volume 2': ['Three, Volume 2.mp3'],
    });
  });

  const title = (name: string): string => JSON.stringify({ title: name });

  test.each([
    ['nothing else is known', {}],
    [
      'each has a description',
      { 'Volume 1/metadata.json': title('One'), 'Volume 2/metadata.json': title('Two') },
    ],
    ['each has an album', { 'Volume 1/x.mp3': { album: 'One' }, 'Volume 2/x.mp3': { album: 'Two' } }],
  ])('and as volumes are a series: %s', (_, more) => {
    const files = { 'Volume 1/x.mp3': {}, 'Volume 1/y.mp3': {}, 'Volume 2/x.mp3': {}, ...more };
    const titles = titlesOf(inside('Ann/Saga', files));
    expect(
      titles.map(({ location, description: { series, authors, sequence } }) => ({
        location,
        series,
        authors,
        sequence,
      })),
    ).toEqual(
      [1, 2].map((number) => ({
        location: `Ann/Saga/Volume ${number}`,
        series: [{ name: 'Saga' }],
        authors: ['Ann'],
        sequence: String(number),
      })),
    );
    expect(titles.map(({ sections }) => sections.length)).toEqual([2, 1]);
  });

  test('are titles of their own if their descriptions or albums are', () => {
    expect(
      Object.keys(
        soundsOf({
          'Ann/Box/CD 1/x.mp3': {},
          'Ann/Box/CD 1/metadata.json': title('One'),
          'Ann/Box/CD 2/x.mp3': {},
          'Ann/Box/CD 2/metadata.json': title('Two'),
          'Ann/Saga/Part 1/x.mp3': { album: 'Three' },
          'Ann/Saga/Part 2/x.mp3': { album: 'Four' },
        }),
      ),
    ).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  test.each([
    ['they have one album', { 'Volume 1/x.mp3': { album: 'Saga' }, 'Volume 2/x.mp3': { album: 'Saga' } }],
    ['the folder has a description', { 'metadata.json': title('Saga') }],
  ])('and as volumes are one book: %s', (_, more) => {
    const files = { 'Volume 1/x.mp3': {}, 'Volume 2/x.mp3': {}, ...more };
    expect(soundsOf(inside('Ann/Saga', files))).toEqual({
      Saga: ['Ann/Saga/Volume 1/x.mp3', 'Ann/Saga/Volume 2/x.mp3'],
    });
  });

  test('of which there is only one change nothing for a title that is called like a part', () => {
    expect(
      soundsOf({
        'Ann/Chapter 11/x.mp3': {},
        'Ann/Another/x.mp3': {},
        'Ben/1984/x.mp3': {},
        'Ben/84/x.mp3': {},
      }),
    ).toEqual({
      'Chapter 11': ['Ann/Chapter 11/x.mp3'],
      Another: ['Ann/Another/x.mp3'],
      '1984': ['Ben/1984/x.mp3'],
      '84': ['Ben/84/x.mp3'],
    });
  });
});

describe('a folder with very many files is read in linear time', () => {
  /** How often a path is looked at, for each file. */
  function looksAt(count: number, inFolder: boolean): number {
    let looks = 0;
    const listed = (path: string): ListedFolder['sounds'][number] => ({
      get path() {
        looks += 1;
        return path;
      },
      size: 1,
      mtime: 1,
    });
    const folder = inFolder ? 'Ann/Book' : '';
    const named = (ending: string) =>
      Array.from({ length: count }, (_, at) =>
        listed(`${inFolder ? `${folder}/` : ''}Dr. Who ${inFolder ? '' : 'and the Sea '}n${at}x.${ending}`),
      );
    const [sounds, cues, texts] = ['mp3', 'cue', 'mp3.en.vtt'].map(named);
    const groups = groupFolders([
      { path: folder, sounds: sounds ?? [], sidecars: [...(cues ?? []), ...(texts ?? [])] },
    ]);
    for (const group of groups) {
      const known = group.sounds.map((file) => ({ file, facts: factsOf({}) }));
      const sidecars = group.sidecars.flatMap((file) => {
        const { path } = file;
        return path.endsWith('.cue') ? [{ path, ...readSidecar('a.cue', Buffer.from(CUE)) }] : [];
      });
      for (const { sections } of buildTitles(group, known, sidecars))
        expect(transcriptFiles(sections, group.sidecars, true)).toHaveLength(group.sounds.length);
    }
    return looks / count;
  }
  const CUE = 'FILE "a.mp3" MP3\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:20:00\n';

  test.each([
    ['of one title', true],
    ['that are titles alone', false],
  ])('%s', (_, inFolder) => {
    // Sorting looks a little more often at more files.
    expect(looksAt(1600, inFolder)).toBeLessThan(2 * looksAt(100, inFolder));
  });
});

describe('names of chapters (CAT-263)', () => {
  const chaptersOf = (files: Files) =>
    titlesOf(files).map(({ sections }) => sections.map(({ title }) => title));

  test('that are all equal are no names', () => {
    expect(
      chaptersOf({
        'Ann/Book/01 - Dawn.mp3': { title: 'The Book' },
        'Ann/Book/02 - Noon.mp3': { title: 'the book' },
        'Ann/Book/03 - Dusk.mp3': { title: 'The Book' },
      }),
    ).toEqual([['Dawn', 'Noon', 'Dusk']]);
  });

  test('of most chapters are no names, and others stay', () => {
    expect(
      chaptersOf({
        'Ann/Book/1 - Start.mp3': { title: 'Opening Credits' },
        'Ann/Book/2 - Dawn.mp3': { title: 'The Book' },
        'Ann/Book/3 - Dusk.mp3': { title: 'The Book' },
      }),
    ).toEqual([['Opening Credits', 'Dawn', 'Dusk']]);
  });

  test('of the files of several discs are counted', () => {
    expect(
      chaptersOf({
        'Ann/Book/CD 1/01.mp3': { title: 'Disc 1' },
        'Ann/Book/CD 1/02.mp3': { title: 'Disc 1' },
        'Ann/Book/CD 2/01.mp3': { title: 'Disc 2' },
        'Ann/Book/CD 2/02.mp3': { title: 'Disc 2' },
      }),
    ).toEqual([['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4']]);
  });

  test('in one file that are equal are counted', () => {
    const chapters = JSON.stringify({
      chapters: [0, 20, 40].map((start) => ({ title: 'The Book', start })),
    });
    expect(chaptersOf({ 'Ann/Book/x.m4b': {}, 'Ann/Book/metadata.json': chapters })).toEqual([
      ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ]);
  });

  test('that two of many chapters share stay', () => {
    const files = Object.fromEntries(
      ['Prologue', 'The Storm', 'The Storm', 'Calm', 'Epilogue'].map(
        (title, at) => [`Ann/Book/${at + 1}.mp3`, { title }] as const,
      ),
    );
    expect(chaptersOf(files)).toEqual([['Prologue', 'The Storm', 'The Storm', 'Calm', 'Epilogue']]);
  });
});

describe('the files of one folder', () => {
  test('with the albums of parts are one title, and its description counts', () => {
    const files = {
      'Ann/Split Book/1.m4b': { album: 'Split Book (1 of 2)' },
      'Ann/Split Book/2.m4b': { album: 'Split Book (2 of 2)' },
    };
    expect(titlesOf(files)).toMatchObject([{ title: 'Split Book', sections: [{}, {}] }]);
    const described = {
      ...files,
      'Ann/Split Book/metadata.json': '{"title": "Better", "narrators": ["Nora"]}',
    };
    expect(titlesOf(described)).toMatchObject([
      { title: 'Better', description: { narrators: ['Nora'] }, sections: [{}, {}] },
    ]);
  });

  test('with other albums are titles of their own, each with the description of its name', () => {
    const files = {
      'Ann/Books/a.m4b': { album: 'One' },
      'Ann/Books/b.m4b': { album: 'Two, Part 1' },
      'Ann/Books/c.m4b': { album: 'Two, Part 2' },
      'Ann/Books/a.opf': '<m><creator role="nrt">Rita</creator></m>',
    };
    expect(titlesOf(files)).toMatchObject([
      { title: 'One', description: { narrators: ['Rita'] }, sections: [{}] },
      { title: 'Two', sections: [{}, {}] },
    ]);
  });

  test('with a description of their folder are one title', () => {
    const files = { 'Ann/Books/a.m4b': { album: 'One' }, 'Ann/Books/b.m4b': { album: 'Two' } };
    expect(titlesOf({ ...files, 'Ann/Books/metadata.json': '{"title": "Both"}' })).toMatchObject([
      { title: 'Both' },
    ]);
    expect(titlesOf(files)).toHaveLength(2);
  });
});

describe('titles without files stay, if a disk may not be mounted (CAT-160)', () => {
  test.each<[string, Partial<Omit<Parameters<typeof lostTitles>[0], 'titles'>>, string, string]>([
    ['most titles are gone', { shown: 3 }, 'a b', 'a b'],
    ['half of them are gone', { shown: 4 }, 'a b', ''],
    ['one of one is gone, beside other files', { shown: 1 }, 'a', ''],
    ['one of one is gone, and the folder is empty', { shown: 1, emptyFolders: new Set(['']) }, 'a', 'a'],
    [
      'an empty folder had two of many',
      { shown: 9, emptyFolders: new Set(['x']) },
      'a x/b x/y/c',
      'x/b x/y/c',
    ],
    ['an empty folder had one of many', { shown: 9, emptyFolders: new Set(['x']) }, 'a b x/c', ''],
    ['they are replaced at their places', { shown: 3, replaced: new Set(['a', 'b']) }, 'a b', ''],
    ['one is lost already', { shown: 9 }, 'a lost', 'lost'],
    ['they went one after the other', { shown: 4, hiddenBefore: 4 }, 'a', 'a'],
  ])('%s', (_, library, gone, lost) => {
    const titles = gone.split(' ').map((location) => ({
      id: location,
      title: location,
      location,
      lostSince: location === 'lost' ? 1 : null,
    }));
    const none = { shown: 0, hiddenBefore: 0, replaced: new Set<string>(), emptyFolders: new Set<string>() };
    expect(
      lostTitles({ ...none, ...library, titles })
        .map(({ location }) => location)
        .join(' '),
    ).toBe(lost);
  });
});
