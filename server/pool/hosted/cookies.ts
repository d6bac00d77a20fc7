import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { hashOf, newOpaqueToken } from '../opaque.ts';

const COOKIES = { forgery: 'hosted-form', session: 'hosted-session' } as const;
type CookieName = keyof typeof COOKIES;

export function readCookie(request: FastifyRequest, name: CookieName): string | null {
  const wanted = `${COOKIES[name]}=`;
  const cookies = request.headers.cookie?.split(/;\s*/) ?? [];
  return cookies.find((cookie) => cookie.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/**
 * Sets a cookie that scripts cannot read. An empty value with 0 seconds removes it. Its path is the prefix of the routes
 * and not the requested address, because a caller could put cookie attributes into the address.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  const secure = request.publicOrigin.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIES[name]}=${value}; Max-Age=${seconds}; Path=${request.server.prefix}; HttpOnly; SameSite=Lax${secure}`,
  );
}

const FORM_SECONDS = 60 * 60;

/**
 * The token that a form has to send, so that other sites cannot send it. The same token is in a cookie that other sites
 * can neither read nor set.
 */
export function forgeryToken(request: FastifyRequest, reply: FastifyReply): string {
  const existing = readCookie(request, 'forgery');
  const value = existing !== null && /^[\w-]{32,}$/.test(existing) ? existing : newOpaqueToken(24);
  setCookie(request, reply, 'forgery', { value, seconds: FORM_SECONDS });
  return value;
}

export function isForged(request: FastifyRequest, sent: unknown): boolean {
  const expected = readCookie(request, 'forgery');
  if (expected === null || typeof sent !== 'string') return true;
  return !timingSafeEqual(Buffer.from(hashOf(expected)), Buffer.from(hashOf(sent)));
}
