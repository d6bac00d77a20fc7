import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore, StoredObject } from './media-store.ts';

const MOST_BYTES = 8 * 1024 ** 3;
/** The file that a process writes again and again while it uses its folder. */
const IN_USE_FILE = 'in-use';
const IN_USE_MS = 60_000;
/** A folder whose file was not written for this time belongs to a process that has ended. */
const ABANDONED_MS = 60 * 60_000;

interface Copy {
  /** The path of the copy; null if the object is gone. */
  readonly ready: Promise<string | null>;
  readonly bytes: number;
  readers: number;
}

/**
 * Copies of stored objects on a local disk, for code that has to read a file at any position. If they exceed 8 GB,
 * the least recently used ones are deleted.
 */
export class LocalCopies {
  /** By key and tag, the longest unused first. */
  private readonly copies = new Map<string, Copy>();
  private folder: Promise<string> | null = null;
  private inUseTimer: NodeJS.Timeout | undefined;

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
    for (;;) {
      const copy = this.copies.get(id) ?? this.download(id, object);
      this.copies.delete(id);
      this.copies.set(id, copy);
      copy.readers += 1;
      try {
        const file = await copy.ready;
        if (file === null) return null;
        if (existsSync(file)) return await action(file);
        // Something else has deleted the file, so it is fetched again.
        if (this.copies.get(id) === copy) this.copies.delete(id);
      } finally {
        copy.readers -= 1;
        await this.evict();
      }
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
    const file = join(await this.ownFolder(), name);
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

  private async ownFolder(): Promise<string> {
    this.folder ??= this.makeFolder();
    try {
      return await this.folder;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /**
   * Makes a folder, and deletes the folders of processes that have ended. Nothing else deletes them. Neither machine
   * names nor process ids say which processes have ended: machines may share the disk, and a new container has a new
   * name (CAT-103).
   */
  private async makeFolder(): Promise<string> {
    const name = randomUUID();
    const folder = join(this.shared, name);
    const inUse = join(folder, IN_USE_FILE);
    await mkdir(folder, { recursive: true });
    await writeFile(inUse, name);
    this.inUseTimer = setInterval(() => {
      // Another process deletes this folder if this process stood still for an hour.
      writeFile(inUse, name).catch(() => {
        if (!existsSync(folder)) this.forget();
      });
    }, IN_USE_MS).unref();
    // The time comes from the disk, because its clock may differ from the clock of this machine.
    const now = await changedAt(inUse);
    for (const other of await readdir(this.shared)) {
      const path = join(this.shared, other);
      const isAbandoned = await changedAt(join(path, IN_USE_FILE))
        // A process that was killed at its start has not written it.
        .catch(() => changedAt(path))
        .then((at) => now - at > ABANDONED_MS)
        // Another process deletes it at this moment.
        .catch(() => false);
      if (!isAbandoned) continue;
      // If the folder cannot be deleted, this process works nevertheless.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
    return folder;
  }

  private forget(): void {
    clearInterval(this.inUseTimer);
    this.folder = null;
    this.copies.clear();
  }

  /** Deletes all copies. Call it when no copy is read any more. */
  async close(): Promise<void> {
    const { folder } = this;
    this.forget();
    const path = folder === null ? null : await folder.catch(() => null);
    if (path === null) return;
    // If this fails, another process deletes the folder later.
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
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

const changedAt = async (path: string): Promise<number> => (await stat(path)).mtimeMs;
