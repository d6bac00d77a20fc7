import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MadeMedia } from '../../store/made-media.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';
import type { FolderAt } from '../folders/audio-folder.ts';
import type { CoverReader } from '../read/cover-reader.ts';
import { type Format, resizePicture } from '../read/decode-picture.ts';
import type { LibraryDatabase } from '../tables.ts';
import type { CoverSource } from '../titles/build-titles.ts';

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280] as const;
const USUAL_WIDTH = 640;

export const widthFor = (asked: number): number =>
  Number.isFinite(asked) && asked > 0 ? (WIDTHS.find((width) => width >= asked) ?? 1280) : USUAL_WIDTH;

/** The covers of titles in all widths and formats. Each is made once and stored. */
export class Pictures {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly db: LibraryDatabase,
    private readonly covers: CoverReader,
    private readonly folderAt: FolderAt,
    private readonly made: MadeMedia,
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
    const bytes = await this.made.get(`covers/${name}`, () => this.make(row.folder, cover, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }

  private async make(
    folder: string,
    cover: CoverSource,
    width: number,
    format: Format,
  ): Promise<Buffer | null> {
    await this.enter();
    try {
      const picture = await this.covers.read(this.folderAt(folder), cover);
      return picture && (await resizePicture(picture, width, format));
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
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
