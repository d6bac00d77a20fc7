import { type QueryExecutorProvider, sql } from 'kysely';
import { hashOf, newOpaqueToken } from '../pool/opaque.ts';
import type { BillingDatabase } from './tables.ts';

const CODE_MS = 60_000;
/** The last page can be reloaded for so long. */
const LAST_PAGE_MS = 60_000;

/*
 * Who is signed in at the billing pages, and the codes of one use with which the app opens them. Tokens and codes are stored as
 * hashes.
 */

/** @returns the token of the session */
export async function addPageSession(db: BillingDatabase, sub: string, until: number): Promise<string> {
  const token = newOpaqueToken();
  await db
    .insertInto('billing_sessions')
    .values({ token_hash: hashOf(token), sub, expires_at: until })
    .execute();
  return token;
}

/** The listener of a session. Null if it has ended, or if the account was disabled or deleted meanwhile. */
export async function findPageSession(
  db: BillingDatabase,
  token: string,
  now: number,
): Promise<string | null> {
  const found = await db
    .selectFrom('billing_sessions')
    .select('sub')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .where(
      sql<boolean>`exists (select from pool_users where pool_users.sub = billing_sessions.sub and enabled)`,
    )
    .executeTakeFirst();
  return found?.sub ?? null;
}

/** Ends a session soon. */
export async function endPageSession(db: BillingDatabase, token: string, now: number): Promise<void> {
  const end = now + LAST_PAGE_MS;
  await db
    .updateTable('billing_sessions')
    .set({ expires_at: end })
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', end)
    .execute();
}

/** Makes a code with which the app opens one of the pages. It is valid once, for a minute. */
export async function issueSignInCode(db: BillingDatabase, sub: string, now: number): Promise<string> {
  const code = newOpaqueToken();
  await db.deleteFrom('billing_sign_in_codes').where('expires_at', '<=', now).execute();
  await db
    .insertInto('billing_sign_in_codes')
    .values({ code_hash: hashOf(code), sub, expires_at: now + CODE_MS })
    .execute();
  return code;
}

/** Uses a code up. Null if it is unknown, used or expired. */
export async function redeemSignInCode(
  db: BillingDatabase,
  code: string,
  now: number,
): Promise<string | null> {
  const found = await db
    .deleteFrom('billing_sign_in_codes')
    .where('code_hash', '=', hashOf(code))
    .returning(['sub', 'expires_at'])
    .executeTakeFirst();
  return found !== undefined && found.expires_at > now ? found.sub : null;
}

/** Deletes the sessions that are over. */
export async function endPageSessions(db: BillingDatabase, now: number): Promise<void> {
  await db.deleteFrom('billing_sessions').where('expires_at', '<', now).execute();
}

/** Ends every session of a listener at the billing pages at once, and the codes that would start one. */
export async function removePageSessionsOf(db: QueryExecutorProvider, sub: string): Promise<void> {
  await sql`delete from billing_sessions where sub = ${sub}`.execute(db);
  await sql`delete from billing_sign_in_codes where sub = ${sub}`.execute(db);
}
