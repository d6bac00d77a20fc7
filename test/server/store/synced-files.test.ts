import fs, { fstatSync, type PathLike, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '../../../server/backup/make-backup.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { FileStore } from '../../../server/store/file-store.ts';
import { placeFile } from '../../../server/studio/uploads.ts';
import { databaseOfTest } from '../support/databases.ts';
import { temporaryFolder } from '../support/folders.ts';

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
  await placeFile(part, folder, SOUND);
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
