import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { AddressCheck, MediaSource } from './source.ts';
import { parseMediaPath } from './media-path.ts';

/**
 * Lets pages of every origin show, play or download a medium, and forbids browsers to guess another content type. It responds to
 * preflights: a page that resumes a download sends `If-Range`.
 */
export async function allowEmbedding(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag, retry-after',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  if (request.method !== 'OPTIONS') return undefined;
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'range, if-range, if-none-match',
      'access-control-max-age': '86400',
    })
    .send();
}

/**
 * Adds the route for preflights of media, to which the hook of `allowEmbedding` responds. Call it once, in the scope of
 * the hook.
 */
export function respondToMediaPreflights(app: FastifyInstance): void {
  app.options('/media/*', async (_request, reply) => reply.code(204).send());
}

/** True if the client already has the body with this tag (RFC 9110, If-None-Match, weak comparison). */
export function holdsTag(request: FastifyRequest, tag: string): boolean {
  const tags = request.headers['if-none-match'];
  if (tags === undefined) return false;
  const strong = (each: string) => each.trim().replace(/^W\//, '');
  return tags.split(',').some((each) => each.trim() === '*' || strong(each) === strong(tag));
}

/** What a Range header requests of a body of known size. The bounds are byte positions, both included. */
type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' };

/** Each part of the pattern ends before the next one can begin, so it takes linear time. */
const BYTES = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i;

/** A single range is never longer. */
const LONGEST = 100;

/**
 * Reads a Range header (RFC 9110). The whole body is the response to a header that is absent, malformed, in another unit, or that
 * asks for several ranges, or is very long. The standard allows that.
 */
export function readRange(header = '', size: number): RequestedRange {
  const match = header.length <= LONGEST ? BYTES.exec(header) : null;
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  return from >= size ? { kind: 'unsatisfiable' } : { kind: 'part', from, to };
}

/**
 * The `Range` header of a GET request. With an outdated `If-Range` there is none, and the complete file is sent.
 */
function rangeHeader(request: FastifyRequest, tag: string): string | undefined {
  const condition = request.headers['if-range'];
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined;
  return request.headers.range;
}

/** A medium as it is sent. */
export interface SentMedium {
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  /** A strong ETag. */
  readonly tag: string;
  /** The bytes from `from` up to `to`, without `to`. */
  readonly read: (from: number, to: number) => Iterable<Buffer> | Promise<AsyncIterable<Buffer>>;
}

/** Sends a medium, whole or in part (RFC 9110: Range, If-Range, ETag, 206, 304, 416). */
export async function sendMedium(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, type, tag, read }: SentMedium,
): Promise<FastifyReply> {
  void reply.headers({ 'accept-ranges': 'bytes', etag: tag });
  if (holdsTag(request, tag)) return reply.code(304).send();
  const range = readRange(rangeHeader(request, tag), size);
  if (range.kind === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send();
  }
  const [from, to] = range.kind === 'part' ? [range.from, range.to] : [0, size - 1];
  // The bytes are asked for before the head is sent, so that a store that fails gets a status of its own.
  const body = request.method === 'HEAD' ? null : await read(from, to + 1);
  if (range.kind === 'part') void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  void reply.type(type).header('content-length', to - from + 1);
  return body === null ? reply.send() : reply.send(Readable.from(body, { objectMode: false }));
}

/** Finds the medium of a path such as `/media/audio/quiet-mind.mp3`; null if there is none. */
export type Lookup = (path: string) => Promise<MediaSource | null>;

/** Checks the token of a whole address with its query, and returns the listener for whom it was made. */
export type Verify = (url: URL) => AddressCheck;

const REFUSALS = {
  expired: 'This address has expired. Ask for a new one.',
  forged: 'This address is not valid.',
} as const;

/** The URL of a request. The `Host` header may be invalid, and is not used. */
function urlOf(request: FastifyRequest): URL {
  return new URL(request.url, 'http://localhost');
}

/** The source of a requested medium, if its kind is the one that the route serves. */
export async function sourceOf<Kind extends MediaSource['kind']>(
  request: FastifyRequest,
  kind: Kind,
  lookup: Lookup,
): Promise<Extract<MediaSource, { kind: Kind }> | null> {
  const path = urlOf(request).pathname;
  // A path that is not a media address causes no query.
  if (parseMediaPath(path)?.kind !== kind) return null;
  const source = await lookup(path);
  return source !== null && isOfKind(source, kind) ? source : null;
}

/**
 * Checks the signature of a requested address. Only the listener's browser may cache the response, and not longer than
 * the address is valid: a cached copy must not outlive the access to it.
 *
 * @returns the listener for whom the address was made; null when the request was refused.
 */
export function listenerOrRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  verify: Verify,
): string | null {
  const check = verify(urlOf(request));
  if (check.verdict === 'ok') {
    void reply.header('cache-control', `private, max-age=${check.secondsLeft}`);
    return check.listener;
  }
  refuseAddress(reply, check.verdict);
  return null;
}

/** Sends 403: the address is not valid, or no longer. */
export function refuseAddress(reply: FastifyReply, verdict: keyof typeof REFUSALS): FastifyReply {
  return reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(REFUSALS[verdict]);
}

/** Sends 503: the file is not there now, and may come back. */
export function sendAbsent(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'retry-after': '60' })
    .send('The file of this sound is not there at the moment. Try again later.');
}

export function sendUnknown(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('Not found.');
}

function isOfKind<Kind extends MediaSource['kind']>(
  source: MediaSource,
  kind: Kind,
): source is Extract<MediaSource, { kind: Kind }> {
  return source.kind === kind;
}
