import type { PoolContext } from '../context.ts';
import { hashOf } from '../opaque.ts';

/** Ends the session of a refresh token, and with it every token that came from it. */
export async function revokeRefreshToken(context: PoolContext, refreshToken: string): Promise<void> {
  await context.db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('token_hash', '=', hashOf(refreshToken))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the sign-ins of a user that are under way: what they have proved is a password that no longer counts. */
export async function endSignIns({ db }: PoolContext, sub: string): Promise<void> {
  await db.deleteFrom('pool_srp_exchanges').where('subject', '=', sub).execute();
  await db
    .deleteFrom('pool_challenges')
    .where((where) => where(where.ref('progress', '->>').key('sub'), '=', sub))
    .execute();
}

/**
 * Ends every session of a user: refresh tokens, and browsers that the hosted login remembers.
 *
 * @param keep the `origin_jti` of the one session that stays
 */
export async function revokeSessions(context: PoolContext, sub: string, keep?: string): Promise<void> {
  const { db } = context;
  await db.deleteFrom('pool_hosted_codes').where('sub', '=', sub).execute();
  await db.deleteFrom('pool_hosted_sessions').where('sub', '=', sub).execute();
  // Last: a sign-in that completes meanwhile is ended as well.
  let ended = db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null);
  if (keep !== undefined) ended = ended.where('origin_jti', '!=', keep);
  await ended.execute();
}
