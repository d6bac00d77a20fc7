import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { CoverSource } from '../titles/build-titles.ts';
import type { ReadThreads } from './read-threads.ts';

export const FORMATS = ['webp', 'avif', 'jpeg'] as const;
export type Format = (typeof FORMATS)[number];

/** Maximum number of pixels. Decoding a larger picture would need too much memory. */
const MOST_POINTS = 64_000_000;
/** Maximum size of a picture, in bytes. */
const LARGEST_PICTURE = 64 * 1024 * 1024;
/** Width at which a picture is decoded to find out whether it can be decoded. */
const TRIAL_WIDTH = 16;

/** Reads the bytes of a cover. Null if there is no picture, or if it is too large. Symbolic links are not followed. */
export async function readCover(
  threads: ReadThreads,
  folder: string,
  { kind, path }: CoverSource,
): Promise<Uint8Array | null> {
  const source = join(folder, path);
  if (kind === 'embedded') return threads.picture(source);
  const bytes = await readFile(source, { flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  return bytes.length > LARGEST_PICTURE ? null : bytes;
}

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
  threads: ReadThreads,
  folder: string,
  cover: CoverSource,
): Promise<string | null> {
  try {
    const picture = await readCover(threads, folder, cover);
    if (picture === null) return 'its picture is missing or too large, and is not used';
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata();
    if (width * height > MOST_POINTS) return 'its picture has more than 64 megapixels, and is not used';
    await resizePicture(picture, TRIAL_WIDTH, 'jpeg');
    return null;
  } catch {
    return 'its picture cannot be read, and is not used';
  }
}
