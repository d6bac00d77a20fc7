import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PART = '.part';
const WHOLE = '.mp3';

/**
 * Finished phrases on disk. Above `limit` bytes, the least recently used phrases are removed.
 *
 * A file is written under another name and then renamed, so it is always complete. The next start removes unfinished files
 * of a crash. If the disk fails, a phrase is made again.
 */
export class PhraseCache {
  private readonly directory: string;
  private readonly limit: number;
  /** Sizes by key, the least recently used first. */
  private readonly sizes = new Map<string, number>();
  private total = 0;
  private writes = 0;

  private constructor(directory: string, limit: number) {
    this.directory = directory;
    this.limit = limit;
  }

  /** @throws the error of the file system if the folder cannot be created or read */
  static async open(directory: string, limit: number): Promise<PhraseCache> {
    const cache = new PhraseCache(directory, limit);
    await mkdir(directory, { recursive: true });
    const found: { key: string; size: number; used: number }[] = [];
    for (const name of await readdir(directory)) {
      if (name.endsWith(PART)) await rm(path.join(directory, name), { force: true });
      if (!name.endsWith(WHOLE)) continue;
      const { size, mtimeMs } = await stat(path.join(directory, name));
      found.push({ key: name.slice(0, -WHOLE.length), size, used: mtimeMs });
    }
    for (const { key, size } of found.toSorted((a, b) => a.used - b.used)) cache.note(key, size);
    await cache.evict();
    return cache;
  }

  /** True if the phrase seems to be cached. `get` may still find a broken file. */
  has(key: string): boolean {
    return this.sizes.has(key);
  }

  /** The phrase, if it is cached and has exactly `size` bytes. */
  async get(key: string, size: number): Promise<Buffer | null> {
    const known = this.sizes.get(key);
    if (known === undefined) return null;
    const file = this.file(key);
    const bytes = await readFile(file).catch(() => null);
    if (bytes?.length !== size) {
      await this.drop(key);
      return null;
    }
    // The phrase may have been removed while it was read. Its bytes are still valid.
    if (this.sizes.has(key)) this.note(key, size);
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return bytes;
  }

  /** Stores a phrase. A failed write does not change the cache. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.writes += 1;
    const aside = path.join(this.directory, `${key}.${process.pid}-${this.writes}${PART}`);
    try {
      await writeFile(aside, bytes);
      await rename(aside, this.file(key));
    } catch {
      await rm(aside, { force: true }).catch(() => undefined);
      return;
    }
    this.note(key, bytes.length);
    await this.evict();
  }

  private note(key: string, size: number): void {
    this.total += size - (this.sizes.get(key) ?? 0);
    this.sizes.delete(key);
    this.sizes.set(key, size);
  }

  private async evict(): Promise<void> {
    while (this.total > this.limit) {
      const [oldest] = this.sizes.keys();
      if (oldest === undefined) return;
      await this.drop(oldest);
    }
  }

  private async drop(key: string): Promise<void> {
    this.total -= this.sizes.get(key) ?? 0;
    this.sizes.delete(key);
    await rm(this.file(key), { force: true }).catch(() => undefined);
  }

  private file(key: string): string {
    return path.join(this.directory, key + WHOLE);
  }
}
