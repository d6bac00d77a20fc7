import type { AudioFolder } from './folders/folders.ts';
import type { ReadThreads } from './read/read-threads.ts';
import type { MadeMedia } from '../store/made-media.ts';
import { StoreUnavailableError } from '../store/media-store.ts';
import type { CoverSource } from './titles/title-draft.ts';
import { MOST_POINTS, resizePicture, pointsOf } from './read/pictures.ts';

/** Returns why a cover cannot be shown, as the report says it; null if it can be shown. */
export async function whyNotCover(
  covers: CoverReader,
  folder: AudioFolder,
  cover: CoverSource,
): Promise<string | null> {
  try {
    const picture = await covers.read(folder, cover);
    if (picture === null) return 'its picture is missing or too large, and is not used';
    const points = await pointsOf(picture);
    if (points === null) return 'its picture is not a JPEG, PNG, WebP, GIF or AVIF, and is not used';
    if (points > MOST_POINTS) return 'its picture has more than 64 megapixels, and is not used';
    await resizePicture(picture, TRIAL_WIDTH, 'jpeg');
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    return 'its picture cannot be read, and is not used';
  }
}

/** Maximum size of a picture, in bytes. */
const LARGEST_PICTURE = 64 * 1024 * 1024;

/** Reads the pictures of covers, in their own size. */
export class CoverReader {
  /** @param made null: the picture is read out of its file each time */
  constructor(
    private readonly threads: ReadThreads,
    private readonly made: MadeMedia | null,
  ) {}

  /** Null if there is no picture, or if it is too large. */
  async read(folder: AudioFolder, { kind, path, version }: CoverSource): Promise<Uint8Array | null> {
    if (kind === 'file') return folder.read(path, LARGEST_PICTURE);
    const read = async (): Promise<Uint8Array | null> =>
      folder.withFile(path, (file) => this.threads.picture(file));
    if (this.made === null || !folder.isShared) return read();
    // Otherwise each process would copy the whole file for a picture in it.
    return this.made.get(`originals/${version}`, async () => {
      const picture = await read();
      return picture && Buffer.from(picture);
    });
  }
}

/** Width at which a picture is decoded to find out whether it can be decoded. */
const TRIAL_WIDTH = 16;
