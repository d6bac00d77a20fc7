import * as fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { authorKey, sequenceKey, titleKey } from '../../catalogue/sort-keys.ts';
import { dateIn } from '../../library/read/bytes.ts';
import { languageIn } from '../../library/read/names.ts';
import { member, type StudioClient } from '../studio/studio-client.ts';
import { mp3, tone } from './support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from './support/own-library.ts';
import { seriesIn } from '../../library/read/description.ts';

describe('the position in a series', () => {
  test('is sorted by number, letter and range (CAT-191)', () => {
    const inOrder = [
      '0.5',
      '1',
      '1-3',
      '1a',
      '1,5',
      '2',
      '2–4',
      '2a',
      '2b',
      '9',
      '10',
      '123456789012',
      'Extra',
      '',
    ];
    expect(inOrder.toReversed().toSorted((a, b) => (sequenceKey(a) < sequenceKey(b) ? -1 : 1))).toEqual(
      inOrder,
    );
  });

  test.each([
    ['3', ['Ⅲ', 'Book Three', 'III', '03', '3.0', 'Vol. 3', '#3', '٣', '三', '３', 'third']],
    ['1.5', ['1,5', '1½', '01.50']],
    ['21', ['Twenty-One', 'XXI', '第二十一巻']],
    ['', ['  ', '—']],
  ])('%s is also written otherwise', (number, others) => {
    for (const other of others) expect(sequenceKey(other), other).toBe(sequenceKey(number));
  });

  test('of any two numbers is sorted by their values, and no text is refused', () => {
    const number = fc.integer({ min: 0, max: 10_000_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(number, number, fc.string({ unit: 'binary' }), (a, b, text) => {
        expect(sequenceKey(String(a)) < sequenceKey(String(b))).toBe(a < b);
        expect(sequenceKey(text) <= sequenceKey(null)).toBe(true);
      }),
    );
  });
});

test('titles are sorted without their article, authors by their surname (CAT-195)', () => {
  const titles = ['The Zoo', 'Die Ameise', 'Part 10', 'Part 2', 'Theater', 'L’amour', 'The'];
  const key = (title: string) => titleKey(title, title === 'Die Ameise' ? 'de' : undefined);
  expect(titles.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual([
    'Die Ameise',
    'L’amour',
    'Part 2',
    'Part 10',
    'The',
    'Theater',
    'The Zoo',
  ]);
  const authors = ['Bob Zorn', 'Zoe Adler', 'Ann Adler', 'Ludwig van Beethoven', 'Karl Berg Jr.'];
  expect(authors.toSorted((a, b) => (authorKey([a], '') < authorKey([b], '') ? -1 : 1))).toEqual([
    'Ann Adler',
    'Zoe Adler',
    'Ludwig van Beethoven',
    'Karl Berg Jr.',
    'Bob Zorn',
  ]);
  expect(authorKey([], 'a') > authorKey(['Żuk'], 'z')).toBe(true);
});

test.each([
  ['Tides #2', [{ name: 'Tides', sequence: '2' }]],
  ['Tides #', [{ name: 'Tides' }]],
  ['Tides, Book Two', [{ name: 'Tides', sequence: '2' }]],
  ['Tides (Band 3)', [{ name: 'Tides', sequence: '3' }]],
  ['Tides #2a; Sea Stories', [{ name: 'Tides', sequence: '2a' }, { name: 'Sea Stories' }]],
  ['Band of Brothers', [{ name: 'Band of Brothers' }]],
  ['Морская сага, Книга 2', [{ name: 'Морская сага', sequence: '2' }]],
  ['Saga, 2. Band', [{ name: 'Saga', sequence: '2' }]],
  ['銀河物語 第3巻', [{ name: '銀河物語', sequence: '3' }]],
])('the series of %s', (text, series) => expect(seriesIn(text)).toEqual(series));

test('languages and dates are read as they are usually written (CAT-192)', () => {
  const languages = ['eng', 'English', 'Deutsch', 'pt_BR', 'ger', 'und', 'XXX', 'Klingon', '', '日本語'];
  expect(languages.map(languageIn)).toEqual(['en', 'en', 'de', 'pt-BR', 'de', null, null, null, null, 'ja']);
  const dates = ['1999', '1999-05', '1999-05-01T00:00:00Z', '1999-02-31', '12345', 'May'];
  expect(dates.map(dateIn)).toEqual(['1999', '1999-05', '1999-05-01', '1999', null, null]);
});

describe('a library with series', () => {
  let library: OwnLibrary;
  let studio: StudioClient;
  const ids = new Map<string, string>();
  const idOf = (title: string): string => ids.get(title) ?? '';
  let number = 0;
  const write = async (folder: string) =>
    library.write(`${folder}/a.mp3`, await mp3(tone(1, 300 + number++)));
  const item = async (title: string) =>
    v.parse(wire.item, (await library.client.get(`/content/${idOf(title)}`)).body);
  const page = async (path: string) => v.parse(wire.titlesOf, (await library.client.get(path)).body);
  const titlesOf = async (path: string) => (await page(path)).content.map(({ title }) => title);
  const importAll = async (): Promise<void> => {
    for (const { id, title } of (await library.import()).added) ids.set(title, id);
  };
  const seriesOf = async (title: string) => (await item(title)).series?.map(({ id }) => id) ?? [];

  beforeAll(async () => {
    library = await ownLibrary();
    await write('Ann Author/Tides/0.5 - Before');
    await write('Ann Author/Tides/1 - One {Rolf Berg}');
    await write('Ann Author/Tides/1-3 - All of It');
    await write('Ann Author/Tides/2 - Two {Rolf Berg}');
    await write('Ann Author/Tides/2a - Between');
    await write('Ann Author/Alone {Ольга Седова}');
    await write('Bob Bee/Tides/1 - Another Tide');
    await write('Many');
    library.write(
      'Many/metadata.json',
      JSON.stringify({
        title: 'Many',
        authors: ['Cleo'],
        narrators: ['Ann Author'],
        series: ['First #Ⅲ', { name: 'Second', sequence: 'Book Three' }, 'Third'],
        language: 'German',
        publishedYear: '1999',
      }),
    );
    await importAll();
    studio = (await member(library.provider, 'pat@listener.test', 'publisher')).studio;
  }, 120_000);

  test('names series, narrators, language and date of a title', async () => {
    expect(await item('Many')).toMatchObject({
      series: [
        { name: 'First', sequence: 'Ⅲ' },
        { name: 'Second', sequence: 'Book Three' },
        { name: 'Third' },
      ],
      narrators: [{ name: 'Ann Author' }],
      language: 'de',
      published: '1999',
    });
    expect(await item('Alone')).not.toHaveProperty('series');
  });

  test('shows a series in its order, and another one of the same name by another author (CAT-190, CAT-191)', async () => {
    const [ann = ''] = await seriesOf('One');
    const [bob = ''] = await seriesOf('Another Tide');
    expect(await titlesOf(`/series/${ann}`)).toEqual(['Before', 'One', 'All of It', 'Two', 'Between']);
    expect(await titlesOf(`/series/${bob}`)).toEqual(['Another Tide']);
    expect((await library.client.get('/series/none')).status).toBe(404);
    expect((await library.client.get('/narrators/none')).status).toBe(404);
  });

  test('shows series before single titles on the page of an author, who may also be a narrator (CAT-190, CAT-193)', async () => {
    const author = (await item('One')).author_info[0]?.id ?? '';
    const response = await library.client.get(`/authors/${author}`);
    expect(v.parse(wire.author, response.body).content.map(({ title }) => title)).toEqual([
      'Before',
      'One',
      'All of It',
      'Two',
      'Between',
      'Alone',
    ]);
    const narrator = (await item('Many')).narrators?.[0];
    expect(narrator?.name).toBe('Ann Author');
    expect(await titlesOf(`/narrators/${narrator?.id ?? ''}`)).toEqual(['Many']);
  });

  test.each([
    ['tides', 6],
    ['rolf berg', 2],
    ['седова', 1],
  ])('finds titles by %s', async (term, count) => {
    const response = await library.client.get(`/search?limit=50&term=${encodeURIComponent(term)}`);
    expect(v.parse(wire.itemPage, response.body).results).toHaveLength(count);
  });

  test('offers the next volume of what was finished, until it is started (CAT-194)', async () => {
    const hear = async (title: string, last_position: number): Promise<void> => {
      const report = [{ id: idOf(title), content_type: 1, playback_speed: 1, last_position }];
      expect((await library.client.post('/user/content', report)).status).toBe(200);
    };
    const first = async () =>
      v.parse(wire.recommended, (await library.client.get('/for-you')).body).recommended[0]?.title;
    await hear('One', 1000);
    expect(await first()).toBe('Two');
    expect(
      v.parse(wire.itemPage, (await library.client.get('/for-you/recommended')).body).results[0]?.title,
    ).toBe('Two');
    await hear('Two', 1000);
    expect(await first()).toBe('Between');
  });

  test('keeps the edits of series and narrators', async () => {
    const before = await seriesOf('One');
    await studio.edit(idOf('Alone'), {
      series: [{ name: 'Tides', sequence: '3' }],
      narrators: ['Rolf Berg', 'Nora'],
    });
    expect(await seriesOf('Alone')).toEqual(before);
    library.write('Ann Author/Alone {Ольга Седова}/desc.txt', 'New words');
    await importAll();
    expect(await item('Alone')).toMatchObject({
      description: 'New words',
      series: [{ name: 'Tides', sequence: '3' }],
      narrators: [{ name: 'Rolf Berg' }, { name: 'Nora' }],
    });
    expect(await seriesOf('One')).toEqual(before);
  });

  test('keeps a new name and a merge for titles that are imported later', async () => {
    const [ann = ''] = await seriesOf('One');
    const [bob = ''] = await seriesOf('Another Tide');
    const call = (path: string, body: unknown) => studio.call('POST', path, body);
    expect((await studio.call('PATCH', `/subjects/series/${ann}`, { name: 'The Tides' })).status).toBe(200);
    await write('Ann Author/The Tides/7 - Seven');
    await write('Ann Author/Tides/8 - Eight');
    await importAll();
    expect(await titlesOf(`/series/${ann}`)).toEqual([
      'Before',
      'One',
      'All of It',
      'Two',
      'Between',
      'Alone',
      'Seven',
      'Eight',
    ]);
    expect((await page(`/series/${bob}`)).name).toBe('Tides');

    expect((await call(`/subjects/series/${bob}/merge`, { into: ann })).status).toBe(200);
    await write('Bob Bee/Tides/9 - Nine');
    await importAll();
    expect((await titlesOf(`/series/${ann}`)).slice(-2)).toEqual(['Eight', 'Nine']);
    expect((await library.client.get(`/series/${bob}`)).status).toBe(404);
    expect((await call(`/subjects/series/${ann}/merge`, { into: ann })).status).toBe(422);
    expect((await call(`/subjects/series/${bob}/merge`, { into: ann })).status).toBe(404);
    expect((await call(`/subjects/authors/${ann}/merge`, { into: bob })).status).toBe(400);

    const [rolf, nora] = (await item('Alone')).narrators ?? [];
    expect((await call(`/subjects/narrators/${nora?.id ?? ''}/merge`, { into: rolf?.id })).status).toBe(200);
    expect((await item('Alone')).narrators).toEqual([rolf]);
  });

  test('shows two editions as one title with a choice, only if the studio says so', async () => {
    await write('Ann Author/Twin {Rolf Berg}');
    await write('Ann Author/Twin, Shortened {Ines Odum}');
    await importAll();
    const [whole, short] = [idOf('Twin'), idOf('Twin, Shortened')];
    const set = async (id: string, of: string | null) => {
      const { version } = await studio.detail(id);
      return (await studio.call('PUT', `/titles/${id}/edition`, { of }, { 'if-match': `"${version}"` }))
        .status;
    };
    for (const id of [whole, short]) await studio.edit(id, { categories: ['Pairs'], topics: ['Twins'] });
    const { author_info, category_info, topic_info } = await item('Twin');
    const [author, category, topic] = [author_info, category_info, topic_info].map(
      (list) => list[0]?.id ?? '',
    );
    const [ines] = (await item('Twin, Shortened')).narrators ?? [];
    const found = async (path: string) => {
      const { results } = v.parse(wire.itemPage, (await library.client.get(path)).body);
      return results
        .map(({ title }) => title)
        .filter((title) => title.startsWith('Twin'))
        .toSorted();
    };
    const lists = async () => ({
      newest: await found('/new-releases?limit=100'),
      byTitle: await found('/new-releases?limit=100&sort=title'),
      search: await found('/search?limit=100&term=twin'),
      sorted: await found('/search?limit=100&term=twin&sort=title'),
      category: await found(`/content?cid=${category}`),
      topic: await found(`/content?cid=${category}&tid=${topic}`),
      offered: v
        .parse(wire.recommended, (await library.client.get('/for-you')).body)
        .recommended.map(({ title }) => title)
        .filter((title) => title.startsWith('Twin')),
      grouped: JSON.stringify((await library.client.get(`/segregated?cid=${category}`)).body).includes(short),
      author: v
        .parse(wire.author, (await library.client.get(`/authors/${author}`)).body)
        .content.map(({ title }) => title)
        .filter((title) => title.startsWith('Twin')),
    });
    const both = ['Twin', 'Twin, Shortened'];
    expect(await lists()).toMatchObject({ byTitle: both, category: both, topic: both, grouped: true });
    expect(await item('Twin')).not.toHaveProperty('editions');

    expect(await set(short, whole)).toBe(200);
    expect(await lists()).toEqual({
      newest: ['Twin'],
      byTitle: ['Twin'],
      search: ['Twin'],
      sorted: ['Twin'],
      category: ['Twin'],
      topic: ['Twin'],
      offered: ['Twin'],
      grouped: false,
      author: ['Twin'],
    });
    // What only the edition has still leads to it.
    expect(await found('/search?limit=100&term=ines')).toEqual(['Twin, Shortened']);
    expect(await titlesOf(`/narrators/${ines?.id ?? ''}`)).toEqual(['Twin, Shortened']);
    for (const title of both) {
      expect((await item(title)).editions).toMatchObject([
        { id: whole, title: 'Twin', narrators: [{ name: 'Rolf Berg' }] },
        { id: short, title: 'Twin, Shortened', narrators: [{ name: 'Ines Odum' }] },
      ]);
    }
    expect((await studio.detail(whole)).editions).toEqual([{ id: short, title: 'Twin, Shortened' }]);

    // No chain, no circle, nothing that is not there.
    for (const [id, of] of [
      [whole, short],
      [whole, whole],
      [idOf('Many'), short],
      [whole, idOf('Many')],
      [idOf('Many'), 'none'],
    ] as const)
      expect(await set(id, of)).toBe(422);

    // An import keeps it. A hidden title leaves its edition alone, until it is back.
    library.write('Ann Author/Twin, Shortened {Ines Odum}/desc.txt', 'New words');
    await importAll();
    expect((await lists()).newest).toEqual(['Twin']);
    await studio.edit(whole, { hidden: true });
    expect((await lists()).newest).toEqual(['Twin, Shortened']);
    await studio.edit(whole, { hidden: false });
    expect((await lists()).newest).toEqual(['Twin']);
    expect(await set(short, null)).toBe(200);
    expect((await lists()).byTitle).toEqual(both);
  });
});
