import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';

/**
 * The caller of a request, by its network address. One machine has all addresses of a /64 network of IPv6, so for IPv6
 * only the network counts.
 */
export function callerOf(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('%', 1).join('').split('::');
  const left = before === '' ? [] : before.split(':');
  const right = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const network = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

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

/** Makes the routes of a scope accept only sent forms, as their fields by name. */
export function acceptForms(server: FastifyInstance, bodyLimit: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
}
