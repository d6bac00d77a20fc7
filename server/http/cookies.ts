import type { FastifyReply, FastifyRequest } from 'fastify';

/** The value of a cookie of a request. Null if there is none. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const wanted = `${name}=`;
  const cookies = request.headers.cookie?.split(/;\s*/) ?? [];
  return cookies.find((cookie) => cookie.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/**
 * Sets a cookie that scripts cannot read. An empty value with 0 seconds removes it. Its path is the prefix of the routes
 * and not the requested address, because a caller could put cookie attributes into the address.
 *
 * @param value has no character with a meaning in a cookie
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  const secure = request.publicOrigin.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${value}; Max-Age=${seconds}; Path=${request.server.prefix}; HttpOnly; SameSite=Lax${secure}`,
  );
}
