import type { FastifyInstance } from 'fastify';

/** Makes the routes of a scope accept only sent forms, as their fields by name. */
export function acceptForms(server: FastifyInstance, bodyLimit: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
}
