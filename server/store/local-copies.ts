import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore, StoredObject } from './media-store.ts';

const MOST_BYTES = 8 * 1024 ** 3;
/** The file that a process writes again and again while it uses its folder. */
const SIGN = 'in-use';
const SIGN_MS = 60_000;
/** A folder without a new sign for this time belongs to a process that has ended. */
const ABANDONED_MS = 60 * 60_000;

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
  private signs: NodeJS.Timeout | undefined;

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
   * Makes a folder, and deletes the folders of processes that have ended. Several machines may share the disk, and a container
   * that is made again has another name. So neither names nor ids of processes tell which ones have ended (CAT-103).
   */
  private async makeFolder(): Promise<string> {
    const name = randomUUID();
    const folder = join(this.shared, name);
    const sign = join(folder, SIGN);
    await mkdir(folder, { recursive: true });
    await writeFile(sign, name);
    this.signs = setInterval(() => {
      // The folder is gone if this process stood still for an hour.
      writeFile(sign, name).catch(() => {
        if (!existsSync(folder)) this.forget();
      });
    }, SIGN_MS).unref();
    // The clock of the disk may differ from the one of this machine.
    const now = await changedAt(sign);
    for (const other of await readdir(this.shared)) {
      const path = join(this.shared, other);
      const used = await changedAt(join(path, SIGN))
        .catch(() => changedAt(path))
        // Another process deletes it at this moment.
        .catch(() => now);
      if (now - used <= ABANDONED_MS) continue;
      // Whoever cannot delete it can work nevertheless.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
    return folder;
  }

  private forget(): void {
    clearInterval(this.signs);
    this.folder = null;
    this.copies.clear();
  }

  /** Deletes all copies. To be called when nobody reads them any more. */
  async close(): Promise<void> {
    const { folder } = this;
    this.forget();
    const path = folder === null ? null : await folder.catch(() => null);
    if (path !== null) await rm(path, { recursive: true, force: true });
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
