import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inSyncedFolder, syncFile } from '../synced-files.ts';
import {
  type ByteRange,
  checkKey,
  type MediaStore,
  type StoredObject,
  StoreUnavailableError,
} from './media-store.ts';

/**
 * Gives a file a second path, and never replaces what is there. Some file systems have no links. Then the file is copied.
 *
 * @returns false if there is something already
 */
export async function linkedOrCopied(file: string, target: string): Promise<boolean> {
  try {
    // Fails if the target exists, while a rename would replace it.
    await link(file, target);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    // Some file systems have no links.
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK')) throw error;
  }
  try {
    await copyFile(file, target, constants.COPYFILE_EXCL);
    await syncFile(target);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    await rm(target, { force: true });
    throw error;
  }
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);

/** The ending of a file that is being written. */
const PART = '.part';
/** The file with the identity of the folder. */
const IDENTITY = 'store-id';

/** Stores objects as files of a folder. The key is the path. */
export class FileStore implements MediaStore {
  private identity: string | undefined;

  /** @param folder absolute; created when it is needed */
  constructor(private readonly folder: string) {}

  /**
   * A file in the folder identifies it. The name of the machine does not: machines may share a folder, and a new
   * container has a new name.
   */
  get name(): string {
    this.identity ??= identityOf(this.folder);
    return `file:${this.identity}`;
  }

  async put(key: string, body: Readable): Promise<StoredObject> {
    return this.write(key, body, rename);
  }

  async create(key: string, body: Readable): Promise<StoredObject | null> {
    let isNew = false;
    const object = await this.write(key, body, async (half, file) => {
      isNew = await linkedOrCopied(half, file);
      await rm(half);
    });
    return isNew ? object : null;
  }

  private async write(
    key: string,
    body: Readable,
    move: (half: string, file: string) => Promise<void>,
  ): Promise<StoredObject> {
    const file = this.pathOf(key);
    const half = `${file}.${randomUUID()}${PART}`;
    let problemOfBody: unknown = null;
    body.once('error', (error) => (problemOfBody = error));
    try {
      await inSyncedFolder(dirname(file), async () => {
        await pipeline(body, createWriteStream(half, { flush: true }));
        await move(half, file);
      });
      return objectOf(key, await lstat(file));
    } catch (error) {
      body.destroy();
      await rm(half, { force: true }).catch(() => undefined);
      throw error === problemOfBody ? error : unavailable(error);
    }
  }

  async read(key: string, range?: ByteRange, tag?: string): Promise<Readable | null> {
    const handle = await found(open(this.pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW));
    if (handle === null) return null;
    const stats = await handle.stat();
    if (!stats.isFile() || (tag !== undefined && tag !== tagOf(stats)) || isEmpty(range)) {
      await handle.close();
      return stats.isFile() && isEmpty(range) ? Readable.from([]) : null;
    }
    return streamOf(handle, range);
  }

  async stat(key: string): Promise<StoredObject | null> {
    const stats = await found(lstat(this.pathOf(key)));
    return stats?.isFile() === true ? objectOf(key, stats) : null;
  }

  async delete(key: string): Promise<void> {
    await found(rm(this.pathOf(key), { force: true }));
  }

  async *list(prefix: string): AsyncGenerator<StoredObject, void, undefined> {
    // All keys with this prefix are below this folder.
    const inside = prefix.split('/').slice(0, -1).join('/');
    const options = { recursive: true, withFileTypes: true } as const;
    for (const entry of (await found(readdir(join(this.folder, inside), options))) ?? []) {
      const key = join(entry.parentPath, entry.name).slice(this.folder.length + 1);
      if (!entry.isFile() || key.endsWith(PART) || key === IDENTITY || !key.startsWith(prefix)) continue;
      const stored = await this.stat(key);
      if (stored !== null) yield stored;
    }
  }

  close(): void {
    // Nothing stays open.
  }

  private pathOf(key: string): string {
    checkKey(key);
    return join(this.folder, key);
  }
}

/** Reads the identity of a folder, or writes one. Without it, a folder is identified by its machine and its path. */
function identityOf(folder: string): string {
  const file = join(folder, IDENTITY);
  const half = `${file}.${randomUUID()}${PART}`;
  try {
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(half, randomUUID(), { flush: true });
      // Fails if another process was faster.
      linkSync(half, file);
    }
  } catch {
    // Another process has written the file, or the folder cannot be written.
  }
  try {
    rmSync(half, { force: true });
    return readFileSync(file, 'utf8');
  } catch {
    return `//${hostname()}${folder}`;
  }
}

const isEmpty = (range: ByteRange | undefined): boolean => range !== undefined && range.from >= range.to;

const streamOf = (handle: FileHandle, range: ByteRange | undefined): Readable =>
  handle.createReadStream(range && { start: range.from, end: range.to - 1 });

const objectOf = (key: string, stats: Stats): StoredObject => ({
  key,
  size: stats.size,
  changedAt: Math.floor(stats.mtimeMs / 1000) * 1000,
  tag: tagOf(stats),
});

/** A file that is replaced is another file, so its number differs even if size and date are the same. */
const tagOf = ({ ino, size, mtimeMs }: Stats): string =>
  createHash('sha256').update(`${ino} ${size} ${mtimeMs}`).digest('hex').slice(0, 32);

/** Null if there is no file. */
async function found<Result>(action: Promise<Result>): Promise<Result | null> {
  try {
    return await action;
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR|ELOOP)$/u.test(codeOf(error))) return null;
    throw unavailable(error);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function unavailable(error: unknown): StoreUnavailableError {
  const why = error instanceof Error ? error.message : String(error);
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StoreUnavailableError('full', `the disk is full (${why})`, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StoreUnavailableError('refused', `the folder may not be used (${why})`, error);
    default:
      return new StoreUnavailableError('failed', `the disk failed (${why})`, error);
  }
}
