import { beforeAll, expect, test } from 'vitest';
import { diskFolder } from '../../library/folders/folders.ts';
import { importFolder } from '../../library/import/import-folder.ts';
import type { ImportReport } from '../../library/import/import-log.ts';
import { ReadThreads } from '../../library/read/read-threads.ts';
import type { OwnTables } from '../../library/tables.ts';
import { tone, wav } from './support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from './support/own-library.ts';
import { CoverReader } from '../../library/cover-reader.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T12:00:00Z');

/** Threads that never reply about one file, as if the process had ended while it read it. */
class EndingThreads extends ReadThreads {
  private ended: () => void = () => undefined;
  readonly end = new Promise<void>((resolve) => (this.ended = resolve));

  override read(...[path, known]: Parameters<ReadThreads['read']>): ReturnType<ReadThreads['read']> {
    if (!path.endsWith('fatal.wav')) return super.read(path, known);
    this.ended();
    return new Promise(() => undefined);
  }
}

let library: OwnLibrary;
beforeAll(async () => {
  library = await ownLibrary();
}, 60_000);

/** Imports the folder with threads of its own. Returns null if the process "ends" meanwhile. */
async function run(
  threads: ReadThreads,
  now: number,
  options: { readonly signal?: AbortSignal; readonly dryRun?: boolean } = {},
): Promise<ImportReport | null> {
  const report = importFolder({
    db: library.provider.db.withTables<OwnTables>(),
    threads,
    folder: diskFolder(library.folder),
    covers: new CoverReader(threads, null),
    dryRun: false,
    ...options,
    now,
  });
  const ended = threads instanceof EndingThreads ? threads.end.then(() => null) : new Promise<null>(() => {});
  return Promise.race([report, ended]);
}

/** An import with a process that ends at the file "fatal.wav". */
async function fatal(now: number): Promise<ImportReport | null> {
  const threads = new EndingThreads(4);
  const report = await run(threads, now);
  await threads.close();
  return report;
}

const refusedIn = (report: ImportReport | null): readonly string[] =>
  (report?.refused ?? []).map(({ path }) => path);

test('a title that ends the process again and again waits longer each time, and holds up no other title (CAT-322)', async () => {
  library.write('Anna/1.wav', wav(tone(1, 301)));
  library.write('Bad/fatal.wav', wav(tone(1, 302)));
  library.write('Carl/1.wav', wav(tone(1, 303)));

  expect(await fatal(START)).toBeNull();
  // The second import reads it alone, after Anna and before Carl.
  expect(await fatal(START + 1000)).toBeNull();
  // Now it waits, and the others are imported.
  const third = await fatal(START + 2000);
  expect(third?.added.map(({ title }) => title)).toEqual(['Carl']);
  expect(third?.refused).toEqual([
    {
      path: 'Bad',
      reason:
        'the provider ended 2 times while it read this; it is read again after 2026-03-01T13:00:01.000Z, or when its files change',
    },
  ]);
  expect(refusedIn(await run(new EndingThreads(1), START + HOUR_MS, { dryRun: true }))).toEqual(['Bad']);
  // After an hour it is read again. Then it waits for two hours.
  expect(await fatal(START + 1000 + HOUR_MS)).toBeNull();
  expect(refusedIn(await fatal(START + 1000 + 3 * HOUR_MS - 1))).toEqual(['Bad']);
  expect(await fatal(START + 1000 + 3 * HOUR_MS)).toBeNull();
  expect(refusedIn(await fatal(START + 4 * HOUR_MS))).toEqual(['Bad']);

  // With other files it is read at once.
  library.write('Bad/fatal.wav', wav(tone(2, 302)));
  const threads = new ReadThreads(1);
  expect((await run(threads, START + 4 * HOUR_MS))?.added.map(({ title }) => title)).toEqual(['Bad']);
  expect(
    await library.provider.db.withTables<OwnTables>().selectFrom('library_attempts').selectAll().execute(),
  ).toEqual([]);
  await threads.close();
}, 60_000);

test('a known title that waits stays in the catalogue as it was (CAT-322)', async () => {
  const name = 'Known/fatal.wav';
  library.write(name, wav(tone(1, 311)));
  await library.import();
  library.write(name, wav(tone(2, 311)));
  expect(await fatal(START)).toBeNull();
  expect(await fatal(START)).toBeNull();
  const report = await fatal(START);
  expect(report).toMatchObject({ missing: [], lost: [], changed: [], refused: [{ path: 'Known' }] });
  const { body } = await library.client.get('/search?term=Known');
  expect(JSON.stringify(body)).toContain('Known');
}, 60_000);

test('an import that is stopped leaves no note (CAT-322)', async () => {
  library.write('Stopped/1.wav', wav(tone(1, 321)));
  const stop = new AbortController();
  const threads = new (class extends ReadThreads {
    override read(...[path, known]: Parameters<ReadThreads['read']>): ReturnType<ReadThreads['read']> {
      stop.abort();
      return super.read(path, known);
    }
  })(1);
  expect(await run(threads, START + 9 * HOUR_MS, { signal: stop.signal })).toMatchObject({ complete: false });
  await threads.close();
  const notes = library.provider.db.withTables<OwnTables>().selectFrom('library_attempts').selectAll();
  expect((await notes.execute()).map(({ location }) => location)).not.toContain('Stopped');
}, 60_000);
