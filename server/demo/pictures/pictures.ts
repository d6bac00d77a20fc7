import type { FastifyPluginAsync } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { pick, seeded } from '../catalogue/random.ts';
import { readData } from '../read-data.ts';
import { BoundedCache } from '../../bounded-cache.ts';
import { sendUnknown, type Lookup, sendMedium, sourceOf } from '../../media/request.ts';
import type { CoverSource } from '../../media/source.ts';

export interface Picture {
  readonly name: string;
  /** A WebP file. An SVG would cost the page five times as much of its main thread. */
  readonly bytes: Buffer;
  /** A strong ETag. */
  readonly tag: string;
}

const FILE = 'pictures.json';

const PICTURES: ReadonlyMap<string, Picture> = new Map(
  Object.entries(
    readData(
      FILE,
      v.record(v.string(), v.string()),
      JSON.parse(readFileSync(new URL(FILE, import.meta.url), 'utf8')),
    ),
  ).map(([name, text]) => {
    const bytes = Buffer.from(text, 'base64');
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return [name, { name, bytes, tag: `"${hash}"` }];
  }),
);

const AUTHORS = [...PICTURES.values()].filter(({ name }) => name.startsWith('author-'));
const SUBJECTS = [...PICTURES.values()].filter(({ name }) => /^(?:topic|category)-/.test(name));

/**
 * The picture of a cover. A generated title has the picture of its topic or category, which bears no text. Any other
 * cover without a picture of its own always has the same one.
 */
export function pictureOf({ of, id, themes }: CoverSource): Picture {
  const own = PICTURES.get(`${of}-${id}`);
  if (own !== undefined) return own;
  const themed = themes.flatMap(
    (theme) => PICTURES.get(`topic-${theme}`) ?? PICTURES.get(`category-${theme}`) ?? [],
  );
  const [first, ...others] = themed.length > 0 ? themed : of === 'author' ? AUTHORS : SUBJECTS;
  if (first === undefined) throw new Error('The demonstration has no pictures.');
  return pick(seeded(`${of} ${id}`), [first, ...others]);
}

/** Pixels of a cover in a feed (FEED-57). */
const SQUARE = 1400;
/** Some tens of squares, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** `/media/covers/*`: for everybody, and cached for a day. A path that ends in `.jpg` is that of a feed. */
export function coverRoutes({ lookup }: { readonly lookup: Lookup }): FastifyPluginAsync {
  const squares = new BoundedCache<Buffer>(MOST_BYTES);
  const squareOf = async ({ name, bytes }: Picture): Promise<Buffer> => {
    const known = squares.get(name);
    if (known !== undefined) return known;
    // Only feeds need it, and it is large.
    const { default: sharp } = await import('sharp');
    const square = await sharp(bytes).resize(SQUARE, SQUARE).jpeg({ quality: 82 }).toBuffer();
    squares.set(name, square, square.length);
    return square;
  };
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/covers/:file(^.+\\.(?:webp|jpg)$)',
      handler: async (request, reply) => {
        const source = await sourceOf(request, 'cover', lookup);
        if (source === null) return sendUnknown(reply);
        const picture = pictureOf(source);
        const isSquare = /\.jpg(?:\?|$)/u.test(request.url);
        const bytes = isSquare ? await squareOf(picture) : picture.bytes;
        void reply.header('cache-control', 'public, max-age=86400, immutable');
        return sendMedium(request, reply, {
          size: bytes.length,
          type: isSquare ? 'image/jpeg' : 'image/webp',
          tag: isSquare ? picture.tag.replace(/"$/u, '-square"') : picture.tag,
          read: (from, to) => [bytes.subarray(from, to)],
        });
      },
    });
  };
}
