import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Reads the cookies of the requests of a scope. */
export async function readCookies(server: FastifyInstance): Promise<void> {
  await server.register(fastifyCookie);
}

/** The value of a cookie of a request. Null if there is none. */
export const readCookie = (request: FastifyRequest, name: string): string | null =>
  request.cookies[name] ?? null;

/**
 * Sets a cookie that scripts cannot read. An empty value with 0 seconds removes it. Its path is the prefix of the routes
 * and not the requested address, because a caller could put cookie attributes into the address.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  void reply.setCookie(name, value, {
    maxAge: seconds,
    path: request.server.prefix,
    httpOnly: true,
    sameSite: 'lax',
    secure: request.publicOrigin.startsWith('https:'),
  });
}
