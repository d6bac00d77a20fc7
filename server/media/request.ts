import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressCheck } from './addresses.ts';
import { parseMediaPath } from './path.ts';
import type { MediaSource } from './source.ts';

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
 * @returns the listener for whom the address was made; null when the request was refused and answered.
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

/** Answers 403: the address is not valid, or no longer. */
export function refuseAddress(reply: FastifyReply, verdict: keyof typeof REFUSALS): FastifyReply {
  return reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(REFUSALS[verdict]);
}

/** Answers 503: the provider is busy, and the client may retry after two seconds. */
export function answerBusy(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'retry-after': '2' })
    .send('Too many are listening at this moment. Try again in two seconds.');
}

/** Answers 503: the file is not there now, and may come back. */
export function answerAbsent(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'retry-after': '60' })
    .send('The file of this sound is not there at the moment. Try again later.');
}

export function answerUnknown(reply: FastifyReply): FastifyReply {
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
