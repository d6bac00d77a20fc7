import type { FastifyPluginAsync } from 'fastify';
import { chooseEncoding, Compressor } from '../../http/compression.ts';
import { answerUnknown, sourceOf, type Lookup } from '../../media/request.ts';
import { holdsTag } from '../../media/headers.ts';
import { pictureOf } from './pictures.ts';

/** Ten times faster than the best quality and half a percent larger, because a listener waits for the cover. */
const BROTLI_QUALITY = 5;

/** A cover runs no script and loads nothing, even if it is opened as a page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface CoverRouteOptions {
  readonly lookup: Lookup;
  /** Called at the first cover, because the listener may soon play something. */
  readonly onFirstCover: () => void;
}

/** `/media/covers/*`: for everybody, and cached for a day. */
export function coverRoutes({ lookup, onFirstCover }: CoverRouteOptions): FastifyPluginAsync {
  let isFirst = true;
  const compressor = new Compressor(BROTLI_QUALITY);
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/covers/:file(^.+\\.svg$)',
      handler: async (request, reply) => {
        const source = await sourceOf(request, 'cover', lookup);
        if (source === null) return answerUnknown(reply);
        if (isFirst) onFirstCover();
        isFirst = false;
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
