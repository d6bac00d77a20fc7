import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PART = '.part';
const WHOLE = '.mp3';

/**
 * Finished phrases on disk, the least recently used of which leave when they grow beyond `limit` bytes.
 *
 * A file appears under its name only when it is whole: it is written aside and renamed. What a crash left half
 * written is cleared away at the next start. A disk that refuses only costs the making of a phrase once more.
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

  /** @throws the file system's own error when the directory cannot be made or read. */
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

  /** Whether the phrase seems to be here; what `get` then finds may be broken. */
  has(key: string): boolean {
    return this.sizes.has(key);
  }

  /** The phrase, when it is here and has exactly `size` bytes. */
  async get(key: string, size: number): Promise<Buffer | null> {
    const known = this.sizes.get(key);
    if (known === undefined) return null;
    const file = this.file(key);
    const bytes = await readFile(file).catch(() => null);
    if (bytes?.length !== size) {
      await this.drop(key);
      return null;
    }
    // Its place may be gone if it was evicted while being read; the bytes are good all the same.
    if (this.sizes.has(key)) this.note(key, size);
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return bytes;
  }

  /** Keeps a phrase. A write that fails leaves the cache as it was. */
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
