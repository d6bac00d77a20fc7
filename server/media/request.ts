import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseMediaPath } from './path.ts';
import type { MediaSource } from './source.ts';

/** Finds what a path such as `/media/audio/quiet-mind.mp3` names; null where there is no such medium. */
export type Lookup = (path: string) => Promise<MediaSource | null>;

/** Judges the token of a whole address, its query included, and tells whom it was made for. */
export type Verify = (
  url: URL,
) =>
  | { readonly verdict: 'ok'; readonly secondsLeft: number; readonly listener: string }
  | { readonly verdict: 'expired' | 'forged' };

const REFUSALS = {
  expired: 'This address has expired. Ask for a new one.',
  forged: 'This address is not valid.',
} as const;

/** The host that a request names may be no host at all, and counts for nothing here. */
function urlOf(request: FastifyRequest): URL {
  return new URL(request.url, 'http://localhost');
}

/** The source that a request names, if it is of the kind that its route serves. */
export async function sourceOf<Kind extends MediaSource['kind']>(
  request: FastifyRequest,
  kind: Kind,
  lookup: Lookup,
): Promise<Extract<MediaSource, { kind: Kind }> | null> {
  const path = urlOf(request).pathname;
  // What cannot be a medium's address never reaches the catalogue.
  if (parseMediaPath(path)?.kind !== kind) return null;
  const source = await lookup(path);
  return source !== null && isOfKind(source, kind) ? source : null;
}

/**
 * Checks the signature of a request's address. The answer may be cached by the listener's own browser, for no longer
 * than the address lives: a cached copy must not outlive the right to it.
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
  void reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(REFUSALS[check.verdict]);
  return null;
}

/** Answers that there is too much to do; the asker may come again soon. */
export function answerBusy(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'retry-after': '2' })
    .send('Too many are listening at this moment. Try again in two seconds.');
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
