import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Format, readCover, resizePicture } from '../read/decode-picture.ts';
import type { ReadThreads } from '../read/read-threads.ts';
import type { LibraryDatabase } from '../tables.ts';
import type { CoverSource } from '../titles/build-titles.ts';

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280] as const;
const USUAL_WIDTH = 640;

export const widthFor = (asked: number): number =>
  Number.isFinite(asked) && asked > 0 ? (WIDTHS.find((width) => width >= asked) ?? 1280) : USUAL_WIDTH;

/** The covers of titles in all widths and formats. Each is made once and stored in a folder. */
export class Pictures {
  private readonly open = new Map<string, Promise<Buffer | null>>();
  private running = 0;
  private isFull = false;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly db: LibraryDatabase,
    private readonly threads: ReadThreads,
    private readonly folder: string,
    private readonly log: (line: string) => void,
  ) {}

  /** @returns null if the title has no picture, or if it cannot be decoded */
  async cover(
    titleId: string,
    width: number,
    format: Format,
  ): Promise<{ bytes: Buffer; tag: string } | null> {
    const row = await this.db
      .selectFrom('library_titles')
      .select(['folder', 'cover'])
      .where('id', '=', titleId)
      .executeTakeFirst();
    const cover = row?.cover ?? null;
    if (row === undefined || cover === null) return null;
    const { kind, path, version } = cover;
    // Files of a title often contain the same picture. It is resized only once.
    const key = createHash('sha256')
      .update(kind === 'embedded' ? version : `${join(row.folder, path)}\0${version}`)
      .digest('hex')
      .slice(0, 24);
    const name = `${key}-${width}.${format}`;
    const opened = this.open.get(name) ?? this.read(name, { folder: row.folder, cover, width, format });
    this.open.set(name, opened);
    const bytes = await opened.finally(() => this.open.delete(name));
    return bytes === null ? null : { bytes, tag: name };
  }

  private async read(
    name: string,
    wanted: { folder: string; cover: CoverSource; width: number; format: Format },
  ): Promise<Buffer | null> {
    const file = join(this.folder, name);
    const kept = await readFile(file).catch(() => null);
    if (kept !== null) return kept;
    await this.enter();
    try {
      const picture = await readCover(this.threads, wanted.folder, wanted.cover);
      if (picture === null) return null;
      const bytes = await resizePicture(picture, wanted.width, wanted.format);
      await this.store(file, bytes);
      return bytes;
    } catch {
      return null;
    } finally {
      this.leave();
    }
  }

  /** Stores a picture. If it cannot be stored, for example on a full disk, the next request makes it again. */
  private async store(file: string, bytes: Buffer): Promise<void> {
    const half = `${file}.${process.pid}.part`;
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(half, bytes);
      await rename(half, file);
      this.isFull = false;
    } catch (error) {
      await rm(half, { force: true }).catch(() => undefined);
      if (!this.isFull) this.log(`library: covers cannot be stored: ${String(error)}`);
      this.isFull = true;
    }
  }

  /** Waits until fewer than two pictures are being made: decoding needs a processor core and much memory. */
  private async enter(): Promise<void> {
    while (this.running >= 2) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
  }

  private leave(): void {
    this.running -= 1;
    this.waiting.shift()?.();
  }
}
