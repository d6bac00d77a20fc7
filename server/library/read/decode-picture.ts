import sharp from 'sharp';
import { StoreUnavailableError } from '../../store/media-store.ts';
import type { AudioFolder } from '../folders/audio-folder.ts';
import type { CoverSource } from '../titles/build-titles.ts';
import type { CoverReader } from './cover-reader.ts';

export const FORMATS = ['webp', 'avif', 'jpeg'] as const;
export type Format = (typeof FORMATS)[number];

/** Maximum number of pixels. Decoding a larger picture would need too much memory. */
const MOST_POINTS = 64_000_000;
/** Width at which a picture is decoded to find out whether it can be decoded. */
const TRIAL_WIDTH = 16;

/** @throws if the picture cannot be decoded, or has too many pixels */
export function resizePicture(picture: Uint8Array, width: number, format: Format): Promise<Buffer> {
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

/** Returns why a cover cannot be shown, as the report says it; null if it can be shown. */
export async function whyNotCover(
  covers: CoverReader,
  folder: AudioFolder,
  cover: CoverSource,
): Promise<string | null> {
  try {
    const picture = await covers.read(folder, cover);
    if (picture === null) return 'its picture is missing or too large, and is not used';
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata();
    if (width * height > MOST_POINTS) return 'its picture has more than 64 megapixels, and is not used';
    await resizePicture(picture, TRIAL_WIDTH, 'jpeg');
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    return 'its picture cannot be read, and is not used';
  }
}
