import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import type { FolderAt } from '../folders/audio-folder.ts';
import type { CoverReader } from '../read/cover-reader.ts';
import type { Format } from '../read/decode-picture.ts';
import type { LibraryDatabase } from '../tables.ts';
import { PictureMaker } from './picture-maker.ts';

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280] as const;
const USUAL_WIDTH = 640;

export const widthFor = (asked: number): number =>
  Number.isFinite(asked) && asked > 0 ? (WIDTHS.find((width) => width >= asked) ?? 1280) : USUAL_WIDTH;

/** The covers of titles in all widths and formats. Each is made once and stored. */
export class Pictures {
  private readonly maker: PictureMaker;

  constructor(
    private readonly db: LibraryDatabase,
    private readonly covers: CoverReader,
    private readonly folderAt: FolderAt,
    private readonly made: MadeMedia,
    clock: Clock,
  ) {
    this.maker = new PictureMaker(clock);
  }

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
    const read = () => this.covers.read(this.folderAt(row.folder), cover);
    const bytes = await this.made.get(`covers/${name}`, () => this.maker.make(key, read, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }
}
