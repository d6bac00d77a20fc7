import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FolderInUseError, lockFolder } from '../db/folder-lock.ts';
import type { MediaStore, StoredObject } from './media-store.ts';

const MOST_BYTES = 8 * 1024 ** 3;

interface Copy {
  /** The path of the copy; null if the object is gone. */
  readonly ready: Promise<string | null>;
  readonly bytes: number;
  readers: number;
}

/**
 * Copies of stored objects on the disk of this process, for code that has to read a file at any place. Those that were not
 * used for the longest time are deleted.
 */
export class LocalCopies {
  /** By key and tag, the longest unused first. */
  private readonly copies = new Map<string, Copy>();
  private folder: Promise<string> | null = null;

  /** @param shared a folder in which each process has its own folder */
  constructor(
    private readonly store: MediaStore,
    private readonly shared: string,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  /**
   * Gives the path of a copy to an action. The copy stays until the action has ended.
   *
   * @returns null if the object is gone
   */
  async use<Result>(object: StoredObject, action: (file: string) => Promise<Result>): Promise<Result | null> {
    const id = createHash('sha256').update(`${object.key}\0${object.tag}`).digest('hex').slice(0, 32);
    const copy = this.copies.get(id) ?? this.download(id, object);
    this.copies.delete(id);
    this.copies.set(id, copy);
    copy.readers += 1;
    try {
      const file = await copy.ready;
      return file === null ? null : await action(file);
    } finally {
      copy.readers -= 1;
      await this.evict();
    }
  }

  private download(id: string, object: StoredObject): Copy {
    const name = id + extname(object.key);
    const ready = this.fetch(object, name);
    // The next request tries again.
    const forget = (): void => void this.copies.delete(id);
    ready.then((found) => found ?? forget(), forget);
    return { ready, bytes: object.size, readers: 0 };
  }

  private async fetch({ key, tag }: StoredObject, name: string): Promise<string | null> {
    this.folder ??= this.claimFolder();
    const file = join(await this.folder, name);
    const bytes = await this.store.read(key, undefined, tag);
    if (bytes === null) return null;
    try {
      await pipeline(bytes, createWriteStream(`${file}.part`));
      await rename(`${file}.part`, file);
      return file;
    } catch (error) {
      await rm(`${file}.part`, { force: true });
      throw error;
    }
  }

  /** Takes the first folder that no running process has, and empties it: copies of an earlier process are not known. */
  private async claimFolder(): Promise<string> {
    for (let number = 1; ; number += 1) {
      const claimed = join(this.shared, `${hostname()}-${number}`);
      try {
        await lockFolder(claimed, 0);
      } catch (error) {
        if (error instanceof FolderInUseError) continue;
        throw error;
      }
      const folder = join(claimed, 'files');
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      return folder;
    }
  }

  private async evict(): Promise<void> {
    let bytes = [...this.copies.values()].reduce((sum, copy) => sum + copy.bytes, 0);
    for (const [id, copy] of this.copies) {
      if (bytes <= this.mostBytes) return;
      if (copy.readers > 0) continue;
      this.copies.delete(id);
      bytes -= copy.bytes;
      const file = await copy.ready;
      if (file !== null) await rm(file, { force: true });
    }
  }
}
