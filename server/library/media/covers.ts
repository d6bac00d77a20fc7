import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { CatalogueDatabase } from '../../catalogue/tables.ts';
import { type Format, FORMATS } from '../read/pictures.ts';
import { sendUnknown, holdsTag, type Lookup, sourceOf, type Verify } from '../../media/request.ts';
import type { CoverSource } from '../../media/source.ts';
import { parseMediaPath } from '../../media/media-path.ts';
import { type Pictures, wordsOfTitle } from './pictures.ts';
import { placeholderSvg } from './placeholder.ts';

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280, 1400, 3000] as const;
const USUAL_WIDTH = 640;

/** Podcast apps take squares from the one to the other width. */
const SMALLEST_SQUARE = 1400;
const LARGEST_SQUARE = 3000;

/** The format and the width that a request asks for. A path that ends in `.jpg` is that of a feed (FEED-57). */
export function askedPicture(request: FastifyRequest): { readonly format: Format; readonly width: number } {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const width = Number(searchParams.get('w') ?? '0');
  if (pathname.endsWith('.jpg'))
    return { format: 'jpg', width: width > SMALLEST_SQUARE ? LARGEST_SQUARE : SMALLEST_SQUARE };
  return { format: formatFor(searchParams.get('f'), request.headers.accept), width: widthFor(width) };
}

const widthFor = (asked: number): number =>
  Number.isFinite(asked) && asked > 0 ? (WIDTHS.find((width) => width >= asked) ?? 3000) : USUAL_WIDTH;

/** An address for the studio may be used this long after its end, because a page with a table stays open. */
const LONGEST_AFTER_SECONDS = 86_400;

export interface CoverOptions {
  readonly db: CatalogueDatabase;
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** A cover, and whether everybody may see it. */
export interface FoundCover {
  readonly source: CoverSource;
  readonly isPublic: boolean;
}

/**
 * Finds the cover of a requested address. The cover of a title that is hidden or missing is found only at an address that
 * the studio has signed (STU-18).
 */
export async function findCover(
  request: FastifyRequest,
  { db, lookup, verify }: CoverOptions,
): Promise<FoundCover | null> {
  const source = await sourceOf(request, 'cover', lookup);
  if (source !== null) return { source, isPublic: true };
  const url = new URL(request.url, 'http://localhost');
  const path = parseMediaPath(url.pathname);
  if (path?.kind !== 'cover' || path.of !== 'item') return null;
  const check = verify(url);
  const isSigned =
    check.verdict === 'ok' || (check.verdict === 'expired' && check.secondsAgo <= LONGEST_AFTER_SECONDS);
  if (!isSigned) return null;
  const row = await wordsOfTitle(db, path.id);
  if (row === undefined) return null;
  const { title, authors } = row;
  const { id, of } = path;
  return { source: { kind: 'cover', of, id, title, authors, themes: [] }, isPublic: false };
}

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
        if (cover === null) return sendUnknown(reply);
        const { source } = cover;
        const { format, width } = askedPicture(request);
        if (source.of === 'item') {
          const found = await pictures.cover(source.id, width, format);
          if (found !== null) {
            return sendCover(request, reply, found, { format, ...cover });
          }
        }
        return format === 'jpg' ? sendUnknown(reply) : sendPlaceholder(request, reply, cover);
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
  return send(request, reply, { ...picture, type: format === 'jpg' ? 'image/jpeg' : `image/${format}` });
}

/**
 * Returns the named format, else WebP, else JPEG for readers without WebP. AVIF is used only by name, because
 * encoding it takes long.
 */
function formatFor(named: string | null, accept = ''): Format {
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
