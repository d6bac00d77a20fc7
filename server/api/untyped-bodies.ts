import type { FastifyInstance } from 'fastify';

/**
 * Reads a body without a content type as JSON: somebody who is not signed in sends none of the three headers of
 * section 7, the content type among them.
 */
export function readUntypedBodies(server: FastifyInstance): void {
  // Fastify's name for "any other type", a missing one included.
  server.addContentTypeParser('*', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'));
}
