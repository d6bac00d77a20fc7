import { createHash, timingSafeEqual } from 'node:crypto';
import { requireAccount } from '../account.ts';
import type { PoolContext } from '../context.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';
import { type AuthenticationResult, startSession } from '../tokens/issue.ts';
import type { AuthorizeRequest } from './request.ts';

const CODE_LIFE_MS = 60 * 1000;
const SESSION_LIFE_MS = 60 * 60 * 1000;

/** How long a browser stays known to the hosted login. */
export const SESSION_SECONDS = SESSION_LIFE_MS / 1000;

/** Makes a code that whoever holds the verifier can turn into tokens, once, within a minute. */
export async function issueCode(
  context: PoolContext,
  sub: string,
  { redirectUri, challenge }: AuthorizeRequest,
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
      expires_at: now + CODE_LIFE_MS,
    })
    .execute();
  return code;
}

/**
 * Redeems a code; undefined when it is unknown, used, too old, or not this app's to redeem. It is used up by
 * the first who brings it, whatever comes of that: a code that leaked is worth nothing.
 */
export async function redeemCode(
  context: PoolContext,
  given: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
): Promise<AuthenticationResult | undefined> {
  const row = await context.db
    .deleteFrom('pool_hosted_codes')
    .where('code_hash', '=', hashOf(given.code))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= context.clock.now()) return undefined;
  const challenge = createHash('sha256').update(given.verifier).digest('base64url');
  const isTheirs = timingSafeEqual(Buffer.from(hashOf(challenge)), Buffer.from(hashOf(row.challenge)));
  if (!isTheirs || row.redirect_uri !== given.redirectUri) return undefined;
  return startSession(context, await requireAccount(context, row.sub), null);
}

/** Remembers a browser whose listener signed in here. */
export async function openHostedSession(context: PoolContext, sub: string): Promise<string> {
  const token = newOpaqueToken();
  const now = context.clock.now();
  await context.db.deleteFrom('pool_hosted_sessions').where('expires_at', '<', now).execute();
  await context.db
    .insertInto('pool_hosted_sessions')
    .values({ token_hash: hashOf(token), sub, expires_at: now + SESSION_LIFE_MS })
    .execute();
  return token;
}

/** Whose browser it is, as far as it is remembered and the account can still be used. */
export async function hostedListener(context: PoolContext, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const row = await context.db
    .selectFrom('pool_hosted_sessions')
    .innerJoin('pool_users', 'pool_users.sub', 'pool_hosted_sessions.sub')
    .select('pool_users.sub')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', context.clock.now())
    .where('pool_users.enabled', '=', true)
    .where('pool_users.status', '=', 'CONFIRMED')
    .executeTakeFirst();
  return row?.sub ?? null;
}

export async function endHostedSession(context: PoolContext, token: string | null): Promise<void> {
  if (token === null) return;
  await context.db.deleteFrom('pool_hosted_sessions').where('token_hash', '=', hashOf(token)).execute();
}
