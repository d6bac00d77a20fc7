import type { FastifyReply, FastifyRequest } from 'fastify';

/** Any page may show or play a medium, wherever it is served from; none may take it for something else. */
export async function allowEmbedding(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
}

/** Whether a conditional request already holds the body that bears this tag (RFC 9110, If-None-Match: weakly). */
export function holdsTag(request: FastifyRequest, tag: string): boolean {
  const held = request.headers['if-none-match'];
  if (held === undefined) return false;
  const strong = (each: string) => each.trim().replace(/^W\//, '');
  return held.split(',').some((each) => each.trim() === '*' || strong(each) === strong(tag));
}
