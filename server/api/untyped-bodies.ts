import type { FastifyInstance } from 'fastify';

/**
 * Reads a body without a content type as JSON. The app sends no content type in the calls without a session.
 */
export function readUntypedBodies(server: FastifyInstance): void {
  // Fastify's name for "any other type", a missing one included.
  server.addContentTypeParser('*', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'));
}
