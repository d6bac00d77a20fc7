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
 * Sets a cookie of these pages, which no script reads; without a value it is forgotten. Its path is the prefix of the
 * routes: an address that a caller spelled could end in attributes of a cookie.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIES[name]}=${value}; Max-Age=${seconds}; Path=${request.server.prefix}; HttpOnly; SameSite=Lax${secure}`,
  );
}

const FORM_SECONDS = 60 * 60;

/**
 * What a form has to send along to show that it is one of ours: the same as in a cookie that other sites can
 * neither read nor set.
 */
export function forgeryToken(request: FastifyRequest, reply: FastifyReply): string {
  const held = readCookie(request, 'forgery');
  const value = held !== null && /^[\w-]{32,}$/.test(held) ? held : newOpaqueToken(24);
  setCookie(request, reply, 'forgery', { value, seconds: FORM_SECONDS });
  return value;
}

export function isForged(request: FastifyRequest, sent: unknown): boolean {
  const held = readCookie(request, 'forgery');
  if (held === null || typeof sent !== 'string') return true;
  return !timingSafeEqual(Buffer.from(hashOf(held)), Buffer.from(hashOf(sent)));
}
