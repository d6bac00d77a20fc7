import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Library } from '../../library/library.ts';
import type { ImportReport } from '../../library/import/import-log.ts';
import type { LibraryDatabase, OwnTables } from '../../library/tables.ts';
import { temporaryFolder } from '../support/provider.ts';
import { LAW_RUNS } from 'audio-streaming-laws/law-runs';
import { tone, wav } from './support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from './support/own-library.ts';

const LISTENER = 'listener-of-identity';

/** A title of the catalogue, with its sounds and the sound at which the listener is. */
interface Shown {
  readonly id: string;
  readonly folder: string;
  readonly location: string;
  readonly sounds: readonly string[];
  /** The files of the title, with their sounds. */
  readonly files: ReadonlyMap<string, string>;
  readonly listenedTo: string | null;
}

let made = 0;
/** Makes a sound that no other file has. */
const newSound = (): Buffer => {
  made += 1;
  const samples = tone(0.1, 300, 8000);
  samples[0] = (made % 1000) / 2000;
  samples[1] = Math.floor(made / 1000) / 2000;
  return wav(samples, 8000);
};

let library: OwnLibrary;
let imports: Library;
let db: LibraryDatabase;
beforeAll(async () => {
  library = await ownLibrary();
  db = library.provider.db.withTables<OwnTables>();
  imports = new Library(library.provider.db, library.provider.clock);
  afterAll(() => imports.close());
}, 60_000);

/** The titles in the catalogue, by id. */
async function shownTitles(folders: readonly string[]): Promise<ReadonlyMap<string, Shown>> {
  const titles = await db
    .selectFrom('library_titles')
    .innerJoin('items', 'items.id', 'library_titles.id')
    .select(['library_titles.id', 'folder', 'library_titles.location', 'sections'])
    .where('library_titles.folder', 'in', [...folders])
    .where('missing_since', 'is', null)
    .execute();
  const sounds = await db.selectFrom('library_sounds').select(['title_id', 'path', 'audio_id']).execute();
  const positions = await db
    .selectFrom('playback_positions')
    .select(['item_id', 'chapter_index'])
    .where('sub', '=', LISTENER)
    .execute();
  return new Map(
    titles.map(({ id, folder, location, sections }) => {
      const position = positions.find(({ item_id }) => item_id === id);
      return [
        id,
        {
          id,
          folder,
          location,
          sounds: sections.map(({ audio }) => audio),
          files: new Map(
            sounds.flatMap(({ title_id, path, audio_id }) => (title_id === id ? [[path, audio_id]] : [])),
          ),
          listenedTo:
            position === undefined ? null : (sections[(position.chapter_index ?? 1) - 1]?.audio ?? 'nothing'),
        },
      ];
    }),
  );
}

/** The listener starts to listen to a chapter of each title that is new to them. */
async function listen(titles: Iterable<Shown>, chapter: number): Promise<void> {
  for (const { id, sounds } of titles) {
    await sql`
      insert into playback_positions (sub, item_id, content_type, chapter_index, chapter_position, last_position, playback_speed, updated_at, is_active)
      values (${LISTENER}, ${id}, 2, ${sounds.length > 1 ? (chapter % sounds.length) + 1 : null},
        ${sounds.length > 1 ? 10 : null}, ${sounds.length > 1 ? null : 10}, 1, 0, true)
      on conflict do nothing`.execute(db);
  }
}

/** The files of a folder, by path. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** The laws of an import of a folder. */
async function importByLaws(folders: readonly string[], at: number): Promise<ImportReport> {
  const folder = folders[at] ?? '';
  const before = await shownTitles(folders);
  const dry = await imports.import({ folder, acceptMissing: true, dryRun: true });
  const report = await imports.import({ folder, acceptMissing: true });
  const after = await shownTitles(folders);
  const ids = (titles: readonly { readonly id: string }[]) => titles.map(({ id }) => id).toSorted();

  // A dry run says the same.
  expect(ids(dry.added)).toEqual(ids(report.added));
  expect(ids(dry.missing)).toEqual(ids(report.missing));
  expect(dry.refused).toEqual(report.refused);

  // Nothing vanishes, and nothing appears, without a line in the report.
  const gone = [...before.keys()].filter((id) => !after.has(id)).toSorted();
  expect(ids(report.missing)).toEqual(gone);
  const fresh = [...after.keys()].filter((id) => !before.has(id)).toSorted();
  expect(ids([...report.added, ...report.returned])).toEqual(fresh);
  const files = filesIn(folder);
  const used = new Set(
    [...after.values()].flatMap((title) => (title.folder === folder ? [...title.files.keys()] : [])),
  );
  for (const path of files.filter((each) => !used.has(each))) {
    const line = report.refused.find((each) => path.startsWith(`${each.path}/`) || path === each.path);
    expect(line?.reason, path).toContain('it has the same sound as');
    // The other file exists, in a title of the catalogue.
    const of = line?.reason.slice('it has the same sound as '.length) ?? '';
    expect(
      [...after.values()].some((title) => title.files.has(of) && existsSync(join(title.folder, of))),
      of,
    ).toBe(true);
  }

  const sounds = new Map(
    (
      await db.selectFrom('library_files').select(['path', 'audio_id']).where('folder', '=', folder).execute()
    ).map(({ path, audio_id }) => [path, audio_id]),
  );
  for (const title of before.values()) {
    const now = after.get(title.id);
    // An id stays with its unchanged location.
    const isUnchanged =
      title.folder === folder &&
      [...title.files].some(([path, audio]) => files.includes(path) && sounds.get(path) === audio);
    if (isUnchanged) expect(now?.location, title.location).toBe(title.location);
    if (now === undefined) continue;
    // Positions and favourites stay with the sounds of their title.
    expect(
      now.sounds.some((each) => title.sounds.includes(each)),
      title.location,
    ).toBe(true);
    if (title.listenedTo !== null) expect(title.sounds).toContain(now.listenedTo);
    if (title.listenedTo !== null && now.sounds.includes(title.listenedTo))
      expect(now.listenedTo).toBe(title.listenedTo);
  }
  return report;
}

const BOOKS = 4;
const number = fc.nat({ max: 1000 });
const step = fc.record({
  kind: fc.constantFrom(
    'add',
    'add',
    'move file',
    'move file',
    'move book',
    'split book',
    'copy file',
    'copy book',
    'swap books',
    'delete file',
    'delete book',
    'touch',
    'import',
    'import',
  ),
  from: number,
  to: number,
  which: number,
});

function touch(file: string, time: number): void {
  if (existsSync(file)) utimesSync(file, new Date(), new Date(time));
}

/** Changes one of two folders, as people do. */
function change(
  folders: readonly string[],
  { kind, from, to, which }: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
): void {
  const rootOf = (value: number): string => folders[value % folders.length] ?? '';
  const bookOf = (value: number): string =>
    join(rootOf(value), `Author/Book ${Math.floor(value / folders.length) % BOOKS}`);
  const book = bookOf(from);
  const other = bookOf(to);
  const files = filesIn(rootOf(from));
  const file = join(rootOf(from), files[which % files.length] ?? 'nothing');
  const put = (source: string, target: string, isCopy: boolean): void => {
    if (existsSync(target) || !existsSync(source)) return;
    mkdirSync(dirname(target), { recursive: true });
    if (isCopy) cpSync(source, target, { recursive: true, preserveTimestamps: which % 2 === 0 });
    else renameSync(source, target);
  };
  const namesOf = (path: string): readonly string[] => (existsSync(path) ? readdirSync(path) : []);
  switch (kind) {
    case 'add':
      for (let at = 0; at <= which % 3; at++) {
        const path = join(book, `${at}${to % 9}.wav`);
        if (existsSync(path)) continue;
        mkdirSync(book, { recursive: true });
        library.write('made.wav', newSound());
        renameSync(join(library.folder, 'made.wav'), path);
      }
      break;
    case 'move file':
    case 'copy file':
      put(file, join(other, `${which % 10}.wav`), kind === 'copy file');
      break;
    case 'move book':
    case 'copy book':
      for (const name of namesOf(book)) put(join(book, name), join(other, name), kind === 'copy book');
      break;
    case 'split book':
      for (const [at, name] of namesOf(book).entries())
        put(join(book, name), join(rootOf(from), `Author/Part of ${which % 2} ${at}`, name), false);
      break;
    case 'swap books':
      if (!existsSync(book) || !existsSync(other) || book === other) break;
      renameSync(book, `${book} away`);
      renameSync(other, book);
      renameSync(`${book} away`, other);
      break;
    case 'delete file':
      rmSync(file, { force: true });
      break;
    case 'delete book':
      rmSync(book, { recursive: true, force: true });
      break;
    case 'touch':
      touch(file, 1e12 + which * 1000 + from);
      break;
    case 'import':
      break;
  }
}

describe('the identity of titles (CAT-261)', () => {
  test(
    'holds for every sequence of moves, splits, joins, copies and imports of two folders',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
          const folders = [temporaryFolder(), temporaryFolder()];
          for (const each of steps) {
            change(folders, each);
            if (each.kind !== 'import') continue;
            await importByLaws(folders, each.from % 2);
            await listen((await shownTitles(folders)).values(), each.which);
          }
          // At the end every sound is in a title, whatever the order of the imports was.
          for (const at of [0, 1, 0, 1, 0, 1]) await importByLaws(folders, at);
          for (const at of [0, 1]) {
            const { added, changed, missing, returned } = await importByLaws(folders, at);
            expect([added, changed, missing, returned]).toEqual([[], [], [], []]);
          }
          const titles = [...(await shownTitles(folders)).values()];
          const shown = new Set(titles.flatMap(({ sounds }) => sounds));
          for (const folder of folders) {
            const rows = await db
              .selectFrom('library_files')
              .select(['path', 'audio_id'])
              .where('folder', '=', folder)
              .where('gone_at', 'is', null)
              .execute();
            expect(rows.map(({ path }) => path).toSorted()).toEqual(filesIn(folder));
            for (const { path, audio_id } of rows) expect(shown.has(audio_id ?? ''), path).toBe(true);
          }
        }),
        { numRuns: Math.ceil(LAW_RUNS / 80) },
      );
    },
    60_000 + LAW_RUNS * 60,
  );
});

describe('three files of one folder', () => {
  let own: OwnLibrary;
  let id = '';
  const sounds: Buffer[] = [];
  const write = (path: string, at: number) => own.write(path, sounds[at] ?? Buffer.alloc(0));
  beforeAll(async () => {
    own = await ownLibrary();
    sounds.push(newSound(), newSound(), newSound());
    sounds.forEach((_, at) => write(`Kim Lund/Tales/0${at + 1}.wav`, at));
    id = (await own.import()).added[0]?.id ?? '';
    await own.client.post('/favorites/content', { content_id: id, is_favorite: true });
  }, 60_000);

  test('keep their id when one of them moves away, and it gets another one', async () => {
    renameSync(join(own.folder, 'Kim Lund/Tales/02.wav'), join(own.folder, 'moved.wav'));
    const report = await own.import();
    expect(report).toMatchObject({ changed: [{ id, location: 'Kim Lund/Tales' }], missing: [], refused: [] });
    expect(report.added).toMatchObject([{ location: 'moved.wav' }]);
    renameSync(join(own.folder, 'moved.wav'), join(own.folder, 'Kim Lund/Tales/02.wav'));
    expect(await own.import()).toMatchObject({ changed: [{ id }], added: [], missing: [{}] });
  });

  test('are three new titles when each moves to a folder of its own, and one again when they are back', async () => {
    for (const at of [1, 2, 3]) {
      mkdirSync(join(own.folder, `Kim Lund/Tale ${at}`));
      renameSync(
        join(own.folder, `Kim Lund/Tales/0${at}.wav`),
        join(own.folder, `Kim Lund/Tale ${at}/0${at}.wav`),
      );
    }
    const split = await own.import();
    expect(split).toMatchObject({ refused: [], lost: [], missing: [{ id }] });
    expect([...split.added, ...split.returned]).toHaveLength(3);
    for (let times = 0; times < 3; times++) {
      expect(await own.import()).toMatchObject({ added: [], changed: [], missing: [], refused: [] });
    }
    for (const at of [1, 2, 3]) {
      renameSync(
        join(own.folder, `Kim Lund/Tale ${at}/0${at}.wav`),
        join(own.folder, `Kim Lund/Tales/0${at}.wav`),
      );
    }
    const back = await own.import();
    expect(back).toMatchObject({ added: [], returned: [{ id }] });
    expect(back.missing).toHaveLength(3);
  });
});
