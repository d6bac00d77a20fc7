import type { PoolContext } from '../context.ts';
import type { IdentityRequestRow } from '../identity-tables.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';

/** How long somebody has time to sign in at the issuer. */
const LIFE_MS = 10 * 60 * 1000;
/** How long an expired request stays, so that a late response gets the right words. Anybody can begin requests. */
const KEPT_MS = 10 * 60 * 1000;

type Begun = Pick<IdentityRequestRow, 'nonce' | 'verifier' | 'max_age'> & { readonly state: string };

/**
 * Begins a sign-in at an issuer, for one browser.
 *
 * @param browser a cookie that only this browser has
 * @param fields the request of the app
 */
export async function beginIdentityRequest(
  { db, clock }: PoolContext,
  browser: string,
  provider: string,
  fields: Readonly<Record<string, string>>,
  maxAge: number | null,
): Promise<Begun> {
  const begun = {
    state: newOpaqueToken(32),
    nonce: newOpaqueToken(32),
    verifier: newOpaqueToken(48),
    max_age: maxAge,
  };
  const { state, ...kept } = begun;
  const now = clock.now();
  await db
    .deleteFrom('pool_identity_requests')
    .where('expires_at', '<', now - KEPT_MS)
    .execute();
  await db
    .insertInto('pool_identity_requests')
    .values({
      ...kept,
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      provider,
      request: JSON.stringify(fields),
      created_at: now,
      expires_at: now + LIFE_MS,
    })
    .execute();
  return begun;
}

/**
 * Takes the request that a response belongs to. It counts once.
 *
 * @returns undefined if this browser did not begin it at this provider, or if it was taken before
 */
export const takeIdentityRequest = (
  { db }: PoolContext,
  browser: string,
  provider: string,
  state: string,
): Promise<IdentityRequestRow | undefined> =>
  db
    .deleteFrom('pool_identity_requests')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirst();
