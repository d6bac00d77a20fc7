import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { readCookie, setCookie } from '../page.ts';

const cookie = v.object({
  /** The id of the provider. */
  id: v.pipe(v.string(), v.maxLength(64)),
  /** Tells the provider who signs out. Null if it is too long for a cookie. */
  idToken: v.nullable(v.pipe(v.string(), v.maxLength(4096))),
});

type LastIssuer = v.InferOutput<typeof cookie>;

/** As long as a session of the app. */
const SECONDS = 30 * 24 * 60 * 60;
const LONGEST_TOKEN = 2500;

/** Remembers in the browser at which provider it signed in, so that a sign-out goes there, too (SES-159). */
export function rememberIssuer(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  idToken: string,
): void {
  const kept: LastIssuer = { id, idToken: idToken.length > LONGEST_TOKEN ? null : idToken };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  setCookie(request, reply, 'issuer', { value, seconds: SECONDS });
}

export function forgetIssuer(request: FastifyRequest, reply: FastifyReply): void {
  if (readCookie(request, 'issuer') === null) return;
  setCookie(request, reply, 'issuer', { value: '', seconds: 0 });
}

/** Reads what was remembered, and forgets it. Null if there is nothing. */
export function takeIssuer(request: FastifyRequest, reply: FastifyReply): LastIssuer | null {
  const text = readCookie(request, 'issuer');
  if (text === null) return null;
  forgetIssuer(request, reply);
  try {
    const parsed = v.safeParse(cookie, JSON.parse(Buffer.from(text, 'base64url').toString()));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
