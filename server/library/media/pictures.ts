import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CatalogueDatabase } from '../../catalogue/tables.ts';
import type { Clock } from '../../clock.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import type { CoverReader } from '../cover-reader.ts';
import type { FolderAt } from '../folders/folders.ts';
import type { Format } from '../read/pictures.ts';
import type { LibraryDatabase } from '../tables.ts';
import { PictureMaker } from './picture-maker.ts';

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
    const original = { name: key, source: 'library', read };
    const bytes = await this.made.get(`covers/${name}`, () => this.maker.make(original, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }
}

/** What is drawn on the cover of a title without a picture, also of a title that is not in the catalogue. */
export const wordsOfTitle = (db: CatalogueDatabase, id: string) =>
  db.selectFrom('titles').select(['title', 'authors']).where('id', '=', id).executeTakeFirst();
