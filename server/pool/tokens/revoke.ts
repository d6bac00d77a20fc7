import type { PoolContext } from '../context.ts';
import { hashOf } from '../opaque.ts';

/** Ends the session of a refresh token, and so every token that it issued. */
export async function revokeRefreshToken(context: PoolContext, refreshToken: string): Promise<void> {
  await context.db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('token_hash', '=', hashOf(refreshToken))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the unfinished sign-ins of a user, because they proved a password that is no longer valid. */
export async function endSignIns({ db }: PoolContext, sub: string): Promise<void> {
  await db.deleteFrom('pool_srp_exchanges').where('subject', '=', sub).execute();
  await db
    .deleteFrom('pool_challenges')
    .where((where) => where(where.ref('progress', '->>').key('sub'), '=', sub))
    .execute();
}

/**
 * Ends every session of a user: refresh tokens, and sessions of the hosted login.
 *
 * @param keep the `origin_jti` of the one session that stays
 */
export async function revokeSessions(context: PoolContext, sub: string, keep?: string): Promise<void> {
  const { db } = context;
  await db.deleteFrom('pool_hosted_codes').where('sub', '=', sub).execute();
  await db.deleteFrom('pool_hosted_sessions').where('sub', '=', sub).execute();
  // Refresh tokens come last, so that a sign-in that completes meanwhile is ended, too.
  let ended = db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null);
  if (keep !== undefined) ended = ended.where('origin_jti', '!=', keep);
  await ended.execute();
}
