import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { hashOf, newOpaqueToken } from '../../pool/opaque.ts';
import type { BillingDatabase } from '../tables.ts';

/** Where the hosted login returns to, below the prefix of the pages. */
export const SIGNED_IN = '/signed-in';

const SESSION = 'billing-session';
const SESSION_SECONDS = 15 * 60;
const SIGN_IN_SECONDS = 10 * 60;
const LAST_PAGE_MS = 60_000;

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
  const found = await db
    .selectFrom('billing_sessions')
    .select('sub')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', clock.now())
    // Somebody who was disabled or deleted meanwhile buys nothing.
    .where(
      sql<boolean>`exists (select from pool_users where pool_users.sub = billing_sessions.sub and enabled)`,
    )
    .executeTakeFirst();
  return found?.sub ?? null;
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
  const token = newOpaqueToken();
  await context.db
    .insertInto('billing_sessions')
    .values({
      token_hash: hashOf(token),
      sub,
      expires_at: context.clock.now() + SESSION_SECONDS * 1000,
    })
    .execute();
  setCookie(request, reply, SESSION, { value: token, seconds: SESSION_SECONDS });
  return path;
}

/** The listener is done: nobody who uses this browser later is signed in here. The last page can be reloaded. */
export async function endSession(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<void> {
  const token = readCookie(request, SESSION);
  if (token === null) return;
  const end = clock.now() + LAST_PAGE_MS;
  await db
    .updateTable('billing_sessions')
    .set({ expires_at: end })
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', end)
    .execute();
}

/** No cache and no other site gets to know the address. */
export const withoutTraces = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');

const cookieOf = (state: string): string => `billing-sign-in-${hashOf(state).slice(0, 8)}`;

const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
