import fs, {
  type PathLike,
  existsSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '../../backup/make-backup.ts';
import { openDatabase } from '../../db/open.ts';
import { FileStore } from '../../store/file-store.ts';
import { LocalCopies } from '../../store/local-copies.ts';
import { moveFile } from '../../studio/uploads.ts';
import { databaseOfTest } from '../support/databases.ts';
import { temporaryFolder } from '../support/provider.ts';

/** What happened on the disk, in this order: `synced INODE` or `named PATH`. */
let events: string[] = [];

beforeEach(() => {
  events = [];
  const noteSync = (file: number): void => void events.push(`synced ${fstatSync(file).ino}`);
  const { fsync, fsyncSync } = fs;
  vi.spyOn(fs, 'fsync').mockImplementation((file, done) => {
    fsync(file, (error) => {
      noteSync(file);
      done(error);
    });
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    fsyncSync(file);
    noteSync(file);
  });
  const { open } = fs.promises;
  vi.spyOn(fs.promises, 'open').mockImplementation(async (...given) => {
    const handle = await open(...given);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      noteSync(handle.fd);
    };
    return handle;
  });
  for (const name of ['rename', 'link', 'copyFile'] as const) {
    const act: (from: PathLike, to: PathLike) => Promise<void> = fs.promises[name];
    const noted = async (from: PathLike, to: PathLike): Promise<void> => {
      await act(from, to);
      events.push(`named ${String(to)}`);
    };
    vi.spyOn(fs.promises, name).mockImplementation(noted);
  }
  syncBuiltinESMExports();
  return () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  };
});

/** Without links, such as on some network drives. */
function refuseLinks(): void {
  vi.spyOn(fs.promises, 'link').mockRejectedValue(Object.assign(new Error('no links'), { code: 'EPERM' }));
  syncBuiltinESMExports();
}

const body = (): Readable => Readable.from([Buffer.alloc(100_000, 1)]);

async function upload(folder: string): Promise<void> {
  const part = join(temporaryFolder(), 'part');
  writeFileSync(part, Buffer.alloc(100_000, 1));
  await moveFile(part, folder, SOUND);
}

const PDF = 'media/pdf/a.pdf';
const SOUND = 'Author/Title/one.mp3';

/** What is written, its path, how many folders get a new name, and how it is written. */
test.each<[string, string, number, (folder: string) => Promise<unknown>]>([
  [
    'a file that replaces another',
    PDF,
    1,
    async (folder) => {
      const store = new FileStore(folder);
      await store.put(PDF, body());
      events = [];
      await store.put(PDF, body());
    },
  ],
  ['a new file', PDF, 3, (folder) => new FileStore(folder).create(PDF, body())],
  [
    'a new file where links are refused',
    PDF,
    3,
    (folder) => {
      refuseLinks();
      return new FileStore(folder).create(PDF, body());
    },
  ],
  ['an upload', SOUND, 3, upload],
  [
    'a backup',
    'backup.gz',
    1,
    async (folder) => {
      const url = await databaseOfTest('library');
      const { background, close } = await openDatabase({ kind: 'server', url }, {});
      await makeBackup(background, join(folder, 'backup.gz'), 0);
      await close();
    },
  ],
])(
  '%s is on the disk before anybody is told: its bytes, and then its name',
  async (_name, path, named, write) => {
    const folder = temporaryFolder();
    await write(folder);
    const file = join(folder, path);
    const syncedAt = (each: string): number => events.lastIndexOf(`synced ${statSync(each).ino}`);
    const namedAt = events.lastIndexOf(`named ${file}`);
    expect(namedAt).toBeGreaterThanOrEqual(0);
    expect(syncedAt(file), 'bytes').toBeGreaterThanOrEqual(0);
    let parent = file;
    for (let each = 0; each < named; each += 1) {
      parent = dirname(parent);
      expect(syncedAt(parent), parent).toBeGreaterThan(namedAt);
    }
  },
);

const text = async (path: string): Promise<string> => readFile(path, 'utf8');

test('processes that share a folder keep their own copies', async () => {
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const shared = join(temporaryFolder(), 'copies');
  const [first, second] = [new LocalCopies(store, shared), new LocalCopies(store, shared)];
  let path = '';
  await first.use(object, async (file) => Promise.resolve((path = file)));
  expect(await second.use(object, text)).toBe('sound');
  expect(existsSync(path)).toBe(true);
  expect(await first.use(object, text)).toBe('sound');
});

test('a process deletes its own copies when it ends, and the copies of killed processes when it makes its folder (CAT-103)', async () => {
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const shared = join(temporaryFolder(), 'copies');
  // The folders of a container that was killed, of processes that were killed at their start, and of a process that runs.
  const used = (folder: string, file: string, minutesAgo: number): void => {
    mkdirSync(join(shared, folder), { recursive: true });
    writeFileSync(join(shared, folder, file), '');
    const at = new Date(Date.now() - minutesAgo * 60_000);
    utimesSync(join(shared, folder, file), at, at);
    if (file !== 'in-use') utimesSync(join(shared, folder), at, at);
  };
  used('killed', 'in-use', 61);
  used('killed at its start', 'other', 61);
  used('starting', 'other', 50);
  used('running', 'in-use', 50);
  const copies = new LocalCopies(store, shared);
  expect(await copies.use(object, text)).toBe('sound');
  const folders = readdirSync(shared);
  expect(folders).toHaveLength(3);
  expect(folders).toEqual(expect.arrayContaining(['running', 'starting']));
  await copies.close();
  expect(readdirSync(shared).toSorted()).toEqual(['running', 'starting']);
  expect(await copies.use(object, text)).toBe('sound');
  await copies.close();
});

test('a running process writes again and again that its folder is in use', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const shared = join(temporaryFolder(), 'copies');
  const copies = new LocalCopies(store, shared);
  await copies.use(object, text);
  const inUse = join(shared, readdirSync(shared)[0] ?? '', 'in-use');
  utimesSync(inUse, new Date(0), new Date(0));
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => statSync(inUse).mtimeMs).toBeGreaterThan(Date.now() - 30_000);
  // The folder was deleted while the process stood still.
  rmSync(shared, { recursive: true });
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => copies.use(object, text).catch(() => null)).toBe('sound');
  await copies.close();
});

test('a copy whose file was deleted is fetched again', async () => {
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const copies = new LocalCopies(store, join(temporaryFolder(), 'copies'));
  await copies.use(object, async (file) => Promise.resolve(rmSync(file)));
  expect(await copies.use(object, text)).toBe('sound');
  await copies.close();
});

test('the copy that was not used for the longest time is deleted', async () => {
  const store = new FileStore(temporaryFolder());
  const copies = new LocalCopies(store, join(temporaryFolder(), 'copies'), 10);
  const paths: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const object = await store.put(`${name}.mp3`, Readable.from(['sound']));
    await copies.use(object, async (file) => Promise.resolve(paths.push(file)));
  }
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
});
