import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin under which listeners reach the provider, such as `https://listen.example`. */
    readonly publicOrigin: string;
  }
}

/**
 * Gives every request the origin under which listeners reach the provider: `PUBLIC_URL`, or else the address of the
 * request. Fastify takes that from `X-Forwarded-Host` and `X-Forwarded-Proto`, if a trusted proxy sent them. To be
 * called before any route is registered.
 */
export function namePublicOrigin(server: FastifyInstance, publicUrl: string | undefined): void {
  server.decorateRequest('publicOrigin', {
    getter() {
      return publicUrl ?? `${this.protocol}://${this.host}`;
    },
  });
}
