import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import * as cookies from '../../http/cookies.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';

const COOKIES = { forgery: 'hosted-form', session: 'hosted-session' } as const;
type CookieName = keyof typeof COOKIES;

export const readCookie = (request: FastifyRequest, name: CookieName): string | null =>
  cookies.readCookie(request, COOKIES[name]);

export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  cookie: { readonly value: string; readonly seconds: number },
): void {
  cookies.setCookie(request, reply, COOKIES[name], cookie);
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
