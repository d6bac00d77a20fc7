import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore, StoredObject } from './media-store.ts';

const MOST_BYTES = 8 * 1024 ** 3;

interface Copy {
  readonly ready: Promise<string | null>;
  readonly file: string;
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
  private emptied: Promise<void> | null = null;

  constructor(
    private readonly store: MediaStore,
    private readonly folder: string,
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
    const file = join(this.folder, id + extname(object.key));
    const ready = this.fetch(object, file);
    // The next request tries again.
    const forget = (): void => void this.copies.delete(id);
    ready.then((found) => found ?? forget(), forget);
    return { ready, file, bytes: object.size, readers: 0 };
  }

  private async fetch({ key, tag }: StoredObject, file: string): Promise<string | null> {
    // Copies of an earlier process are not known.
    this.emptied ??= rm(this.folder, { recursive: true, force: true });
    await this.emptied;
    await mkdir(this.folder, { recursive: true });
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

  private async evict(): Promise<void> {
    let bytes = [...this.copies.values()].reduce((sum, copy) => sum + copy.bytes, 0);
    for (const [id, copy] of this.copies) {
      if (bytes <= this.mostBytes) return;
      if (copy.readers > 0) continue;
      this.copies.delete(id);
      bytes -= copy.bytes;
      await rm(copy.file, { force: true });
    }
  }
}
