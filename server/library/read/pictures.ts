import sharp from 'sharp';
import type { AudioFolder } from '../folders/folders.ts';
import type { ReadThreads } from './read-threads.ts';
import type { CoverSource } from '../titles/build-titles.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';

export const FORMATS = ['webp', 'avif', 'jpeg'] as const;
/** `jpg` is a square JPEG, which may be larger than the picture. */
export type Format = (typeof FORMATS)[number] | 'jpg';

// What a picture is, is read from its contents. Nothing else is decoded, whatever its name or its type says: an SVG of
// some kilobytes can take minutes (CAT-110).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((name) => [
    `VipsForeignLoad${name}Buffer`,
    `VipsForeignLoad${name}File`,
  ]),
});

/** Maximum number of pixels. Decoding a larger picture would need too much memory. */
const MOST_POINTS = 64_000_000;
/** Maximum time of decoding and resizing one picture. */
const LONGEST_SECONDS = 20;
/** Width at which a picture is decoded to find out whether it can be decoded. */
const TRIAL_WIDTH = 16;

/** @throws if the picture cannot be decoded, has too many pixels, or takes too long */
export function resizePicture(picture: Uint8Array, width: number, format: Format): Promise<Buffer> {
  const decoded = sharp(picture, { limitInputPixels: MOST_POINTS, failOn: 'error' })
    .timeout({ seconds: LONGEST_SECONDS })
    .rotate();
  if (format === 'jpg') {
    return decoded
      .flatten({ background: '#fff' })
      .resize(width, width, { fit: 'contain', background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer();
  }
  const resized = decoded.resize(width, width, { fit: 'inside', withoutEnlargement: true });
  switch (format) {
    case 'webp':
      return resized.webp({ quality: 80 }).toBuffer();
    case 'avif':
      return resized.avif({ quality: 55, effort: 3 }).toBuffer();
    case 'jpeg':
      return resized.flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer();
  }
}

/**
 * The number of pixels of a picture, from its first bytes.
 *
 * @param picture its bytes, or the path of its file
 * @returns null if it is no JPEG, PNG, WebP, GIF or AVIF
 */
export async function pointsOf(picture: Uint8Array | string): Promise<number | null> {
  const found = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  // HEIC is in the same container as AVIF.
  if (found === null || (found.format === 'heif' && found.compression !== 'av1')) return null;
  return found.width * found.height;
}

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
