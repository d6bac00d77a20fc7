import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Lets pages of every origin show, play or download a medium, and forbids browsers to guess another content type. It answers
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
 * Adds the route for preflights of media, which the hook of `allowEmbedding` answers. Call it once, in the scope of
 * the hook.
 */
export function answerMediaPreflights(app: FastifyInstance): void {
  app.options('/media/*', async (_request, reply) => reply.code(204).send());
}

/** True if the client already has the body with this tag (RFC 9110, If-None-Match, weak comparison). */
export function holdsTag(request: FastifyRequest, tag: string): boolean {
  const tags = request.headers['if-none-match'];
  if (tags === undefined) return false;
  const strong = (each: string) => each.trim().replace(/^W\//, '');
  return tags.split(',').some((each) => each.trim() === '*' || strong(each) === strong(tag));
}
