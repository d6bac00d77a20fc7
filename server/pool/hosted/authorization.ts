import { createHash, timingSafeEqual } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import type { HostedCodeRow } from '../migrations.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';
import type { AuthorizeRequest } from './requests.ts';

const CODE_LIFE_MS = 60 * 1000;
const SESSION_LIFE_MS = 60 * 60 * 1000;

/** How long a browser stays signed in at the hosted login. */
export const SESSION_SECONDS = SESSION_LIFE_MS / 1000;

/** A listener who signed in at the hosted login, and when, in epoch milliseconds. */
export interface SignedIn {
  readonly sub: string;
  readonly authTime: number;
  /** The name of the provider at which the listener signed in. Null: none. */
  readonly identityProvider: string | null;
}

/** Makes a code for tokens. It is valid once, for a minute, and only together with the verifier. */
export async function issueCode(
  context: PoolContext,
  { sub, authTime, identityProvider }: SignedIn,
  { redirectUri, challenge, scope, nonce }: AuthorizeRequest,
): Promise<string> {
  const code = newOpaqueToken(32);
  const now = context.clock.now();
  await context.db.deleteFrom('pool_hosted_codes').where('expires_at', '<', now).execute();
  await context.db
    .insertInto('pool_hosted_codes')
    .values({
      code_hash: hashOf(code),
      sub,
      redirect_uri: redirectUri,
      challenge,
      scope,
      nonce,
      auth_time: authTime,
      expires_at: now + CODE_LIFE_MS,
      identity_provider: identityProvider,
    })
    .execute();
  return code;
}

interface GivenCode {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/**
 * Takes a code. The first request uses it up, even if it fails, so that a leaked code is worthless.
 *
 * @returns undefined if the code is unknown, used or expired, or belongs to another request
 */
export async function takeCode(context: PoolContext, given: GivenCode): Promise<HostedCodeRow | undefined> {
  const row = await context.db
    .deleteFrom('pool_hosted_codes')
    .where('code_hash', '=', hashOf(given.code))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= context.clock.now()) return undefined;
  const challenge = createHash('sha256').update(given.verifier).digest('base64url');
  const isSameRequest = timingSafeEqual(Buffer.from(hashOf(challenge)), Buffer.from(hashOf(row.challenge)));
  return isSameRequest && row.redirect_uri === given.redirectUri ? row : undefined;
}

/** The listener who signed in, without tokens. Undefined as with `takeCode`. */
export const redeemForListener = async (
  context: PoolContext,
  given: GivenCode,
): Promise<string | undefined> => (await takeCode(context, given))?.sub;

/** Starts a session of a browser at the hosted login. */
export async function openHostedSession(
  context: PoolContext,
  { sub, authTime, identityProvider }: SignedIn,
): Promise<string> {
  const token = newOpaqueToken();
  const now = context.clock.now();
  await context.db.deleteFrom('pool_hosted_sessions').where('expires_at', '<', now).execute();
  await context.db
    .insertInto('pool_hosted_sessions')
    .values({
      token_hash: hashOf(token),
      sub,
      expires_at: now + SESSION_LIFE_MS,
      identity_provider: identityProvider,
      auth_time: authTime,
    })
    .execute();
  return token;
}

/** The listener of a session. Null if the session has expired or the account cannot be used. */
export async function hostedListener(context: PoolContext, token: string | null): Promise<SignedIn | null> {
  if (token === null) return null;
  const row = await context.db
    .selectFrom('pool_hosted_sessions')
    .innerJoin('pool_users', 'pool_users.sub', 'pool_hosted_sessions.sub')
    .select(['pool_users.sub', 'pool_hosted_sessions.expires_at', 'auth_time', 'identity_provider'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', context.clock.now())
    .where('pool_users.enabled', '=', true)
    .where('pool_users.status', '=', 'CONFIRMED')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { sub, auth_time, expires_at, identity_provider } = row;
  return { sub, authTime: auth_time ?? expires_at - SESSION_LIFE_MS, identityProvider: identity_provider };
}

export async function endHostedSession(context: PoolContext, token: string | null): Promise<void> {
  if (token === null) return;
  await context.db.deleteFrom('pool_hosted_sessions').where('token_hash', '=', hashOf(token)).execute();
}
