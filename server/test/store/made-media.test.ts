import { randomBytes } from 'node:crypto';
import { renameSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { TimeBudget, currentTimeBudget, withTimeBudget } from '../../db/time-budget.ts';
import { type Provider } from '../../provider.ts';
import { FileStore } from '../../store/file-store.ts';
import { MadeMedia, type MadeMediaTables } from '../../store/made-media.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';
import { startTestProvider, temporaryFolder } from '../support/provider.ts';

let provider: Provider;

beforeAll(async () => {
  provider = await startTestProvider({ library: [] });
  return () => provider.close();
}, 60_000);

let offset = 0;
function advance(milliseconds: number): void {
  offset += milliseconds;
  provider.clock.setOffset(offset);
}

const lines: string[] = [];

/** The made media of one process. Processes of one folder share their files. */
function processOf(
  folder: string,
  mostBytes?: number,
  store = new FileStore(folder),
  db = provider.db.withTables<MadeMediaTables>(),
): MadeMedia {
  const log = (line: string): number => lines.push(line);
  return new MadeMedia({ db, store, clock: provider.clock, log, mostBytes });
}

/** A database that fails while a condition is true. */
const databaseThatFails = (fails: () => boolean) =>
  provider.db.withTables<MadeMediaTables>().withPlugin({
    transformQuery: ({ node }) => {
      if (fails()) throw new DatabaseUnavailableError();
      return node;
    },
    transformResult: async ({ result }) => Promise.resolve(result),
  });

/** A folder with a file of a thousand bytes that no list has. */
async function folderOfEarlierRelease(): Promise<string> {
  const folder = temporaryFolder();
  await new FileStore(folder).put('media/covers/old', Readable.from([randomBytes(1000)]));
  utimesSync(join(folder, 'media/covers/old'), new Date(0), new Date(0));
  return folder;
}

/** Makes bytes, and counts how often. */
function maker(bytes: Buffer | null = Buffer.from('made'), milliseconds = 0) {
  const counted = {
    count: 0,
    async make(): Promise<Buffer | null> {
      counted.count += 1;
      await wait(milliseconds);
      return bytes;
    },
  };
  return counted;
}

const keysIn = async (folder: string): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const { key } of new FileStore(folder).list('')) keys.push(key);
  return keys.toSorted();
};

test('a file is made once for all processes, also when they ask at the same time (CAT-87)', async () => {
  const folder = temporaryFolder();
  const [one, other] = [processOf(folder), processOf(folder)];
  const made = maker(Buffer.from('cover'), 100);
  const all = await Promise.all([one, other, one, other].map((each) => each.get('covers/a', made.make)));
  expect(all.map(String)).toEqual(['cover', 'cover', 'cover', 'cover']);
  expect(String(await processOf(folder).get('covers/a', made.make))).toBe('cover');
  expect(made.count).toBe(1);
});

test('a file that cannot be made is asked for again', async () => {
  const folder = temporaryFolder();
  const none = maker(null);
  const media = processOf(folder);
  expect([await media.get('covers/a', none.make), await media.get('covers/a', none.make)]).toEqual([
    null,
    null,
  ]);
  expect(none.count).toBe(2);
  const fails = (): Promise<Buffer> => Promise.reject(new Error('no picture'));
  await expect(media.get('covers/a', fails)).rejects.toThrow('no picture');
  expect(String(await processOf(folder).get('covers/a', maker().make))).toBe('made');
});

test('a process that died while it made a file keeps nobody waiting for long', async () => {
  const folder = temporaryFolder();
  void processOf(folder).get('covers/a', () => new Promise(() => undefined));
  await wait(200);
  const made = maker();
  const waiting = processOf(folder).get('covers/a', made.make);
  await wait(500);
  expect(made.count).toBe(0);
  advance(30_000);
  expect(String(await waiting)).toBe('made');
});

test('above the limit, the files that were not used for the longest time are deleted (CAT-87)', async () => {
  const folder = temporaryFolder();
  const media = processOf(folder, 3500);
  for (const name of ['1', '2', '3']) {
    await media.get(`covers/${name}`, maker(randomBytes(1000)).make);
    advance(7_200_000);
  }
  await media.get('covers/1', maker().make);
  advance(7_200_000);
  await media.get('covers/4', maker(randomBytes(1000)).make);
  expect(await keysIn(folder)).toEqual(['media/covers/1', 'media/covers/3', 'media/covers/4']);
  const again = maker(randomBytes(1000));
  await media.get('covers/2', again.make);
  expect(again.count).toBe(1);
  expect(await keysIn(folder)).toEqual(['media/covers/1', 'media/covers/2', 'media/covers/4']);
});

test('a folder is the same store for machines with other names, and at another path', async () => {
  const folder = temporaryFolder();
  const { name } = new FileStore(folder);
  expect(name).not.toContain(hostname());
  expect(new FileStore(folder).name).toBe(name);
  expect(new FileStore(temporaryFolder()).name).not.toBe(name);
  await processOf(folder).get('covers/a', maker().make);
  expect(await keysIn(folder)).toEqual(['media/covers/a']);
  const moved = join(temporaryFolder(), 'moved');
  renameSync(folder, moved);
  expect(new FileStore(moved).name).toBe(name);
});

test('files that have no row are used and counted (CAT-100)', async () => {
  const folder = temporaryFolder();
  const store = new FileStore(folder);
  await store.put('media/covers/old', Readable.from([Buffer.from('old')]));
  const made = maker();
  expect(String(await processOf(folder).get('covers/old', made.make))).toBe('old');
  expect(made.count).toBe(0);
  const row = await provider.db
    .withTables<MadeMediaTables>()
    .selectFrom('made_media')
    .select('bytes')
    .where('store', '=', store.name)
    .execute();
  expect(row).toEqual([{ bytes: 3 }]);
});

test('files that nobody requests again are also counted and deleted (CAT-100)', async () => {
  const folder = temporaryFolder();
  const store = new FileStore(folder);
  const put = async (key: string, day: number): Promise<void> => {
    await store.put(key, Readable.from([randomBytes(1000)]));
    utimesSync(join(folder, key), new Date(0), new Date(Date.UTC(2026, 0, day)));
  };
  await put('media/covers/2', 2);
  await put('media/originals/1', 1);
  await put('media/parts/3', 3);
  // A file that was stored while the database did not respond. Its row says that it is still being made.
  await put('media/covers/4', 4);
  await provider.db
    .withTables<MadeMediaTables>()
    .insertInto('made_media')
    .values({ store: store.name, key: 'media/covers/4', bytes: null, used_at: 4, making_until: 4 })
    .execute();
  // Other files in the same folder do not count as made media.
  await put('media/copies/5', 5);
  await processOf(folder, 3500).get('covers/new', maker(randomBytes(1000)).make);
  await expect
    .poll(() => keysIn(folder))
    .toEqual(['media/copies/5', 'media/covers/2', 'media/covers/new', 'media/parts/3']);
});

test('listing the files does not use the database time of the request that starts it (CAT-100)', async () => {
  const folder = await folderOfEarlierRelease();
  const db = databaseThatFails(() => currentTimeBudget()?.left() === 0);
  const media = processOf(folder, 1500, undefined, db);
  const spent = new TimeBudget(0, () => undefined);
  await withTimeBudget(spent, () => media.get('covers/new', maker(randomBytes(1)).make));
  const listed = (): Promise<readonly { key: string }[]> =>
    db
      .selectFrom('made_media')
      .select('key')
      .where('store', '=', new FileStore(folder).name)
      .orderBy('key')
      .execute();
  await expect.poll(listed).toEqual([{ key: 'media/covers/new' }, { key: 'media/covers/old' }]);
});

test('files that could not be listed are listed when the next file is made (CAT-100)', async () => {
  const folder = await folderOfEarlierRelease();
  let isAway = true;
  const db = databaseThatFails(() => isAway);
  const media = processOf(folder, 1500, undefined, db);
  await media.get('covers/1', maker(randomBytes(1000)).make);
  await wait(200);
  isAway = false;
  await media.get('covers/2', maker(randomBytes(400)).make);
  await expect.poll(() => keysIn(folder)).not.toContain('media/covers/old');
});

test('while the store is away, files are made for each request, with one line in the log', async () => {
  const folder = temporaryFolder();
  const away = (): never => {
    throw new StoreUnavailableError('unreachable', 'the store is away');
  };
  const store = Object.assign(new FileStore(folder), { read: away, put: away });
  const media = processOf(folder, undefined, store);
  const made = maker();
  lines.length = 0;
  expect([
    String(await media.get('covers/a', made.make)),
    String(await media.get('covers/a', made.make)),
  ]).toEqual(['made', 'made']);
  expect(made.count).toBe(2);
  expect(lines).toEqual(['media: made files cannot be stored: the store is away']);
});
