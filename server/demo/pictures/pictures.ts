import type { FastifyPluginAsync } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pick, seeded } from '../catalogue/random.ts';
import { chooseEncoding, Compressor } from '../../http/compression.ts';
import { answerUnknown, holdsTag, type Lookup, sourceOf } from '../../media/request.ts';
import type { CoverSource } from '../../media/source.ts';

export interface Picture {
  readonly svg: Buffer;
  /** Identifies the contents. */
  readonly tag: string;
}

type Pictures = ReadonlyMap<string, Picture>;

const ITEMS = picturesOf('items');
const AUTHORS = picturesOf('authors');
const SUBJECTS = picturesOf('subjects');

/**
 * The picture of a cover. A generated title has the picture of its topic or category, which bears no text. Any other
 * cover without a picture of its own always has the same one.
 */
export function pictureOf({ of, id, themes }: CoverSource): Picture {
  const own = (of === 'item' ? ITEMS : of === 'author' ? AUTHORS : SUBJECTS).get(`${of}-${id}`);
  if (own !== undefined) return own;
  const themed = themes.flatMap(
    (theme) => SUBJECTS.get(`topic-${theme}`) ?? SUBJECTS.get(`category-${theme}`) ?? [],
  );
  const [first, ...others] =
    themed.length > 0 ? themed : [...(of === 'author' ? AUTHORS : SUBJECTS).values()];
  if (first === undefined) throw new Error('The demonstration has no pictures.');
  return pick(seeded(`${of} ${id}`), [first, ...others]);
}

/** Reads a sheet: an SVG that shows all its pictures. Each is an SVG in a line of its own, with its name as the id. */
function picturesOf(sheet: string): Pictures {
  const text = readFileSync(new URL(`./${sheet}.svg`, import.meta.url), 'utf8');
  return new Map(
    [...text.matchAll(/^<svg id="(?<name>[^"]+)".*<\/svg>$/gmu)].map(({ 0: line, groups }) => {
      const svg = Buffer.from(line);
      return [
        groups?.['name'] ?? '',
        { svg, tag: createHash('sha256').update(svg).digest('base64url').slice(0, 22) },
      ];
    }),
  );
}

/** Ten times faster than the best quality and half a percent larger, because a listener waits for the cover. */
const BROTLI_QUALITY = 5;

/** A cover runs no script and loads nothing, even if it is opened as a page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** `/media/covers/*`: for everybody, and cached for a day. */
export function coverRoutes({ lookup }: { readonly lookup: Lookup }): FastifyPluginAsync {
  const compressor = new Compressor(BROTLI_QUALITY);
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/covers/:file(^.+\\.svg$)',
      handler: async (request, reply) => {
        const source = await sourceOf(request, 'cover', lookup);
        if (source === null) return answerUnknown(reply);
        const { svg, tag: content } = pictureOf(source);
        // A weak tag: it is the same in every encoding.
        const tag = `W/"${content}"`;
        void reply.headers({
          'cache-control': 'public, max-age=86400, immutable',
          'content-security-policy': POLICY,
          etag: tag,
          vary: 'accept-encoding',
        });
        if (holdsTag(request, tag)) return reply.code(304).send();
        void reply.type('image/svg+xml; charset=utf-8');
        const wanted = chooseEncoding(request.headers['accept-encoding']);
        const { encoding, bytes } = await compressor.encode(content, svg, wanted);
        if (encoding !== 'identity') void reply.header('content-encoding', encoding);
        void reply.header('content-length', bytes.length);
        return reply.send(request.method === 'HEAD' ? undefined : bytes);
      },
    });
  };
}
