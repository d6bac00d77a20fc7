import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets pages of every origin show or play a medium, and forbids browsers to guess another content type. */
export async function allowEmbedding(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
}

/** True if the client already has the body with this tag (RFC 9110, If-None-Match, weak comparison). */
export function holdsTag(request: FastifyRequest, tag: string): boolean {
  const tags = request.headers['if-none-match'];
  if (tags === undefined) return false;
  const strong = (each: string) => each.trim().replace(/^W\//, '');
  return tags.split(',').some((each) => each.trim() === '*' || strong(each) === strong(tag));
}
