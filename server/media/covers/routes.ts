import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import { answerUnknown, sourceOf, type Lookup } from '../address.ts';
import { holdsTag } from '../headers.ts';
import { drawCover } from './cover.ts';

const compress = promisify(gzip);

/** A picture never runs anything and fetches nothing, even when it is opened as a page of its own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface CoverRouteOptions {
  readonly lookup: Lookup;
  /** Called once: whoever looks at covers will soon want to hear something. */
  readonly onFirstCover: () => void;
}

/** `/media/covers/*`: free to all, and the same for a day. */
export function coverRoutes({ lookup, onFirstCover }: CoverRouteOptions): FastifyPluginAsync {
  let isFirst = true;
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/covers/:file',
      handler: async (request, reply) => {
        const source = await sourceOf(request, 'cover', lookup);
        if (source === null) return answerUnknown(reply);
        if (isFirst) onFirstCover();
        isFirst = false;
        const svg = drawCover(source);
        const tag = `W/"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
        void reply.headers({
          'cache-control': 'public, max-age=86400, immutable',
          'content-security-policy': POLICY,
          etag: tag,
          vary: 'accept-encoding',
        });
        if (holdsTag(request, tag)) return reply.code(304).send();
        void reply.type('image/svg+xml; charset=utf-8');
        const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
        if (zipped) void reply.header('content-encoding', 'gzip');
        const body = zipped ? await compress(svg) : Buffer.from(svg);
        void reply.header('content-length', body.length);
        return reply.send(request.method === 'HEAD' ? undefined : body);
      },
    });
  };
}
