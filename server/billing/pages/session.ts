import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { readCookie, setCookie } from '../../http/headers.ts';
import { hashOf, newOpaqueToken } from '../../pool/opaque.ts';
import { addPageSession, endPageSession, findPageSession, redeemSignInCode } from '../page-sessions.ts';
import type { BillingDatabase } from '../tables.ts';

/** Where the hosted login returns to, below the prefix of the pages. */
export const SIGNED_IN = '/signed-in';

const SESSION = 'billing-session';
const SESSION_SECONDS = 15 * 60;
const SIGN_IN_SECONDS = 10 * 60;
/** The parameter with the code of the app. */
const CODE = 'sign_in_code';

export interface SessionContext {
  readonly db: BillingDatabase;
  readonly clock: Clock;
  readonly clientId: string;
  readonly pool: {
    redeemCode(given: { code: string; redirectUri: string; verifier: string }): Promise<string | undefined>;
  };
  /** The path of the hosted login. */
  readonly hostedLogin: string;
}

export const originOf = (request: FastifyRequest): string => request.publicOrigin;

const returnAddress = (request: FastifyRequest): string =>
  originOf(request) + request.server.prefix + SIGNED_IN;

/** The listener who signed in for these pages in this browser. Null if nobody did, or if it is too long ago. */
export async function signedInListener(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<string | null> {
  const token = readCookie(request, SESSION);
  if (token === null) return null;
  return findPageSession(db, token, clock.now());
}

/** Sends the listener to the hosted login, from where they come back to the same page (ENT-62). */
export function askForSignIn(
  { clientId, hostedLogin }: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const state = newOpaqueToken(24);
  const verifier = newOpaqueToken();
  const target = Buffer.from(request.url).toString('base64url');
  // Several tabs can sign in at once, so each has a cookie of its own.
  setCookie(request, reply, cookieOf(state), {
    value: `${state}.${verifier}.${target}`,
    seconds: SIGN_IN_SECONDS,
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: returnAddress(request),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return withoutTraces(reply).redirect(`${hostedLogin}/oauth2/authorize?${query.toString()}`, 303);
}

/**
 * The listener comes back from the hosted login.
 *
 * @returns the page that they wanted; null if the sign-in is unknown, too old, or of another browser
 */
export async function completeSignIn(
  context: SessionContext,
  request: FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>,
  reply: FastifyReply,
): Promise<string | null> {
  const { code, state } = request.query;
  if (typeof code !== 'string' || typeof state !== 'string') return null;
  const [expected = '', verifier = '', target = ''] = (readCookie(request, cookieOf(state)) ?? '').split('.');
  if (!isEqual(expected, state)) return null;
  setCookie(request, reply, cookieOf(state), { value: '', seconds: 0 });
  const redirectUri = returnAddress(request);
  const sub = await context.pool.redeemCode({ code, redirectUri, verifier });
  const path = Buffer.from(target, 'base64url').toString();
  if (sub === undefined || !path.startsWith(`${request.server.prefix}/`)) return null;
  await startSession(context, request, reply, sub);
  return path;
}

async function startSession(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  sub: string,
): Promise<void> {
  const token = await addPageSession(db, sub, clock.now() + SESSION_SECONDS * 1000);
  setCookie(request, reply, SESSION, { value: token, seconds: SESSION_SECONDS });
}

/**
 * Signs the listener in whose app has opened the page with a code (SES-95). The code counts only if a page of this origin has
 * opened it. Otherwise somebody could let others pay for an account that is not theirs, by a link.
 *
 * @returns the address of the page without the code; null if there is no code in it
 */
export async function useSignInCode(
  context: Pick<SessionContext, 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const address = new URL(request.url, originOf(request));
  const code = address.searchParams.get(CODE);
  if (code === null) return null;
  address.searchParams.delete(CODE);
  const sub = await redeemSignInCode(context.db, code, context.clock.now());
  const isOwn = request.headers['sec-fetch-site'] === 'same-origin';
  if (sub !== null && isOwn) await startSession(context, request, reply, sub);
  // The session of another listener may be open in this browser.
  else setCookie(request, reply, SESSION, { value: '', seconds: 0 });
  return address.pathname + address.search;
}

/** The listener is done: nobody who uses this browser later is signed in here. The last page can be reloaded. */
export async function endSession(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<void> {
  const token = readCookie(request, SESSION);
  if (token === null) return;
  await endPageSession(db, token, clock.now());
}

/** No cache and no other site gets to know the address. */
export const withoutTraces = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');

const cookieOf = (state: string): string => `billing-sign-in-${hashOf(state).slice(0, 8)}`;

const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
