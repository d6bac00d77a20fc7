import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isIgnored, isUsedName, type ListedFile, type ListedFolder, type Walk, walk } from './walk.ts';
import { isSoundName } from '../read/read-file.ts';
import type { LocalCopies } from '../../store/local-copies.ts';
import type { MediaStore, StoredObject } from '../../store/media-store.ts';

/** A folder whose files become titles: on a disk of this machine, or in the store of the media. */
export interface AudioFolder {
  /** The name of the folder in the database. For a folder on the disk, its absolute path. */
  readonly name: string;
  /** True if every process finds the same files there. What is made of them is then shared, too. */
  readonly isShared: boolean;
  /** The number of files that an import reads at once. */
  readonly readsAtOnce: number;
  /** @throws if the folder itself cannot be read */
  walk(signal?: AbortSignal): Promise<Walk>;
  /** @returns null if there is no such file */
  stat(path: string): Promise<ListedFile | null>;
  /** Reads a file, such as a description. Null if it cannot be read, or if it is larger than the limit. */
  read(path: string, mostBytes: number): Promise<Buffer | null>;
  /** Opens a file to send it. Null if it cannot be opened. */
  open(path: string): Promise<OpenSource | null>;
  /**
   * Gives the path of the file on this machine to an action.
   *
   * @returns null if there is no such file
   */
  withFile<Result>(path: string, action: (file: string) => Promise<Result>): Promise<Result | null>;
}

/** An open file. The caller closes it. */
export interface OpenSource {
  readonly size: number;
  /** Changes with the contents. */
  readonly version: string;
  /** Reads at most `length` bytes at a position; none at the end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Finds a folder by its name in the database. */
export type FolderAt = (name: string) => AudioFolder;

/** Bytes of the first request to the store, so that the sound starts soon, and of all later ones. */
const FIRST_WINDOW = 256 * 1024;
const WINDOW = 1024 * 1024;

/**
 * Opens a stored object. Its bytes are read in windows, so that a listener who pauses keeps no connection to the store.
 *
 * @returns null if there is no such object
 */
export async function openStored(store: MediaStore, key: string): Promise<OpenSource | null> {
  const object = await store.stat(key);
  if (object === null) return null;
  const { size, tag } = object;
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  let length = FIRST_WINDOW;
  return {
    size,
    version: `${size.toString(36)}-${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`,
    async read(position, wanted) {
      if (position >= size) return Buffer.alloc(0);
      if (position < start || position >= start + bytes.length) {
        const range = { from: position, to: Math.min(size, position + length) };
        const stream = await store.read(key, range, tag);
        if (stream === null) throw new Error(`${key} has changed while it was read.`);
        bytes = await buffer(stream);
        start = position;
        length = WINDOW;
      }
      return bytes.subarray(position - start, position - start + wanted);
    },
    async close() {
      bytes = Buffer.alloc(0);
    },
  };
}

/** A folder on a disk of this machine. Symbolic links are not followed. */
class DiskFolder implements AudioFolder {
  readonly isShared = false;
  readonly readsAtOnce = 64;

  /** @param name an absolute path */
  constructor(readonly name: string) {}

  walk(signal?: AbortSignal): Promise<Walk> {
    return walk(this.name, signal);
  }

  async stat(path: string): Promise<ListedFile | null> {
    const found = await lstat(join(this.name, path)).catch(() => null);
    return found && { path, size: found.size, mtime: Math.round(found.mtimeMs) };
  }

  async read(path: string, mostBytes: number): Promise<Buffer | null> {
    const source = await this.open(path).catch(() => null);
    if (source === null) return null;
    try {
      return source.size <= mostBytes ? await source.read(0, source.size) : null;
    } catch {
      return null;
    } finally {
      await source.close();
    }
  }

  async open(path: string): Promise<OpenSource | null> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
    const handle = await open(join(this.name, path), flags).catch(() => null);
    if (handle === null) return null;
    try {
      const { size, mtimeMs } = await handle.stat();
      return {
        size,
        version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
        async read(position, length) {
          const bytes = Buffer.allocUnsafe(length);
          const { bytesRead } = await handle.read(bytes, 0, length, position);
          return bytes.subarray(0, bytesRead);
        },
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  withFile<Result>(path: string, action: (file: string) => Promise<Result>): Promise<Result | null> {
    return action(join(this.name, path));
  }
}

export const diskFolder = (name: string): AudioFolder => new DiskFolder(name);

/** A folder in the store of the media, which all processes share (CAT-85). */
export class StoreFolder implements AudioFolder {
  readonly name: string;
  readonly isShared = true;
  /** Each file needs a copy on the disk of this process while it is read. */
  readonly readsAtOnce = 3;

  /** @param prefix the keys of the files begin with it, and with a slash after it */
  constructor(
    private readonly store: MediaStore,
    private readonly copies: LocalCopies,
    private readonly prefix: string,
  ) {
    this.name = `${store.name}/${prefix}`;
  }

  async walk(signal?: AbortSignal): Promise<Walk> {
    const folders = new Map<string, { sounds: ListedFile[]; sidecars: ListedFile[] }>();
    for await (const object of this.store.list(`${this.prefix}/`)) {
      signal?.throwIfAborted();
      const file = this.listed(object);
      const name = posix.basename(file.path);
      if (file.path.split('/').some(isIgnored) || !isUsedName(name)) continue;
      const folder = posix.dirname(file.path) === '.' ? '' : posix.dirname(file.path);
      const files = folders.get(folder) ?? { sounds: [], sidecars: [] };
      folders.set(folder, files);
      (isSoundName(name) ? files.sounds : files.sidecars).push(file);
    }
    const listed: readonly ListedFolder[] = [...folders].map(([path, files]) => ({ path, ...files }));
    return { directories: [...folders.keys()], folders: listed, refused: [], unreadable: [] };
  }

  async stat(path: string): Promise<ListedFile | null> {
    const object = await this.store.stat(this.keyOf(path));
    return object && this.listed(object);
  }

  async read(path: string, mostBytes: number): Promise<Buffer | null> {
    const object = await this.store.stat(this.keyOf(path));
    if (object === null || object.size > mostBytes) return null;
    const bytes = await this.store.read(object.key, undefined, object.tag);
    return bytes && buffer(bytes);
  }

  open(path: string): Promise<OpenSource | null> {
    return openStored(this.store, this.keyOf(path));
  }

  async withFile<Result>(path: string, action: (file: string) => Promise<Result>): Promise<Result | null> {
    const object = await this.store.stat(this.keyOf(path));
    return object && this.copies.use(object, action);
  }

  private keyOf(path: string): string {
    return `${this.prefix}/${path}`;
  }

  private listed({ key, size, changedAt }: StoredObject): ListedFile {
    return { path: key.slice(this.prefix.length + 1), size, mtime: changedAt };
  }
}
