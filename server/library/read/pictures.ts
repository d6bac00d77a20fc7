import sharp from 'sharp';

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
export const MOST_POINTS = 64_000_000;
/** Maximum time of decoding and resizing one picture. */
const LONGEST_SECONDS = 20;
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
