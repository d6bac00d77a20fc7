import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioFolder, OpenSource } from './audio-folder.ts';
import { type ListedFile, type Walk, walk } from './walk.ts';

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
