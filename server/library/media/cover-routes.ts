import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { holdsTag } from '../../media/headers.ts';
import { answerUnknown } from '../../media/request.ts';
import { type Format, FORMATS } from '../read/decode-picture.ts';
import { type CoverOptions, findCover, type FoundCover } from './cover-source.ts';
import { type Pictures, widthFor } from './pictures.ts';
import { placeholderSvg } from './placeholder.ts';

/** The policy of a cover: no scripts and no requests, even if it is opened as a page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const KEPT = 'public, max-age=86400';
const PRIVATE = 'private, max-age=3600';

/** Serves `/media/covers/*`, without a session. `?w=` sets the width, `?f=` the format. */
export function coverRoutes({
  pictures,
  ...options
}: CoverOptions & { readonly pictures: Pictures }): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/covers/:file',
      handler: async (request, reply) => {
        const cover = await findCover(request, options);
        if (cover === null) return answerUnknown(reply);
        const { source } = cover;
        const query = new URL(request.url, 'http://localhost').searchParams;
        if (source.of === 'item') {
          const format = formatFor(query.get('f'), request.headers.accept);
          const found = await pictures.cover(source.id, widthFor(Number(query.get('w') ?? '0')), format);
          if (found !== null) {
            return sendCover(request, reply, found, { format, ...cover });
          }
        }
        return sendPlaceholder(request, reply, cover);
      },
    });
  };
}

/** Sends a picture. An address with `v` never changes its picture. Only the studio may keep one that is not public. */
export function sendCover(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { readonly bytes: Buffer; readonly tag: string },
  { format, isPublic }: { readonly format: Format; readonly isPublic: boolean },
): FastifyReply {
  const isFixed = new URL(request.url, 'http://localhost').searchParams.has('v');
  const kept = isPublic ? (isFixed ? `${KEPT}, immutable` : KEPT) : PRIVATE;
  void reply.headers({ 'cache-control': kept, vary: 'accept' });
  return send(request, reply, { ...picture, type: `image/${format}` });
}

/**
 * Returns the named format, else WebP, else JPEG for readers without WebP. AVIF is used only by name, because
 * encoding it takes long.
 */
export function formatFor(named: string | null, accept = ''): Format {
  const asked = FORMATS.find((format) => format === named);
  return (
    asked ?? (accept.includes('image/webp') || accept.includes('*/*') || accept === '' ? 'webp' : 'jpeg')
  );
}

function sendPlaceholder(
  request: FastifyRequest,
  reply: FastifyReply,
  { source, isPublic }: FoundCover,
): FastifyReply {
  const line = source.authors.join(', ');
  const bytes = Buffer.from(placeholderSvg(source.title, line));
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  // Short, because the title may get a picture or another name.
  void reply.header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=300`);
  return send(request, reply, { bytes, tag, type: 'image/svg+xml; charset=utf-8' });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag, type }: { readonly bytes: Buffer; readonly tag: string; readonly type: string },
): FastifyReply {
  void reply.headers({ etag: `"${tag}"`, 'content-security-policy': POLICY });
  if (holdsTag(request, `"${tag}"`)) return reply.code(304).send();
  void reply.type(type).header('content-length', bytes.length);
  return reply.send(request.method === 'HEAD' ? undefined : bytes);
}
