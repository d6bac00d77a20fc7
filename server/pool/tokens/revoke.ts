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

/** Ends every session of a user. */
export async function revokeSessions(context: PoolContext, sub: string): Promise<void> {
  await context.db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .execute();
}
