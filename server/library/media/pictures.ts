import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ReadThreads } from '../read/read-threads.ts';
import type { LibraryDatabase } from '../tables.ts';

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280] as const;
const USUAL_WIDTH = 640;

export const FORMATS = ['webp', 'avif', 'jpeg'] as const;
export type Format = (typeof FORMATS)[number];

/** Maximum number of pixels. Decoding a larger picture would need too much memory. */
const MOST_POINTS = 64_000_000;
const LARGEST_PICTURE = 64 * 1024 * 1024;

export const widthFor = (asked: number): number =>
  Number.isFinite(asked) && asked > 0 ? (WIDTHS.find((width) => width >= asked) ?? 1280) : USUAL_WIDTH;

/** The covers of titles in all widths and formats. Each is made once and stored in a folder. */
export class Pictures {
  private readonly open = new Map<string, Promise<Buffer | null>>();
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly db: LibraryDatabase,
    private readonly threads: ReadThreads,
    private readonly folder: string,
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
    const source = join(row.folder, path);
    // Files of a title often contain the same picture. It is resized only once.
    const key = createHash('sha256')
      .update(kind === 'embedded' ? version : `${source}\0${version}`)
      .digest('hex')
      .slice(0, 24);
    const name = `${key}-${width}.${format}`;
    const opened = this.open.get(name) ?? this.read(name, { kind, source, width, format });
    this.open.set(name, opened);
    const bytes = await opened.finally(() => this.open.delete(name));
    return bytes === null ? null : { bytes, tag: name };
  }

  private async read(
    name: string,
    wanted: { kind: 'embedded' | 'file'; source: string; width: number; format: Format },
  ): Promise<Buffer | null> {
    const file = join(this.folder, name);
    const kept = await readFile(file).catch(() => null);
    if (kept !== null) return kept;
    await this.enter();
    try {
      const picture =
        wanted.kind === 'embedded'
          ? await this.threads.picture(wanted.source)
          : await readPicture(wanted.source);
      if (picture === null) return null;
      const bytes = await resize(picture, wanted.width, wanted.format);
      await mkdir(this.folder, { recursive: true });
      const half = `${file}.${process.pid}.part`;
      // If the picture cannot be stored, the next request makes it again.
      await writeFile(half, bytes)
        .then(() => rename(half, file))
        .catch(() => undefined);
      return bytes;
    } catch {
      return null;
    } finally {
      this.leave();
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

async function readPicture(path: string): Promise<Uint8Array | null> {
  const bytes = await readFile(path);
  return bytes.length > LARGEST_PICTURE ? null : bytes;
}

function resize(picture: Uint8Array, width: number, format: Format): Promise<Buffer> {
  const resized = sharp(picture, { limitInputPixels: MOST_POINTS, failOn: 'error' })
    .rotate()
    .resize(width, width, { fit: 'inside', withoutEnlargement: true });
  switch (format) {
    case 'webp':
      return resized.webp({ quality: 80 }).toBuffer();
    case 'avif':
      return resized.avif({ quality: 55, effort: 3 }).toBuffer();
    case 'jpeg':
      return resized.flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer();
  }
}
