import type { PoolContext } from './context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
// Ended rows stay for a while, so that a late client gets the right error.
const ENDED_CHALLENGES_MS = DAY_MS;
const ENDED_SESSIONS_MS = 90 * DAY_MS;

/** Deletes rows that ended long ago, so that no table grows without limit. */
export async function purgeEnded(context: PoolContext): Promise<void> {
  const now = context.clock.now();
  const { db } = context;
  await db.deleteFrom('pool_srp_exchanges').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('pool_challenges')
    .where('expires_at', '<', now - ENDED_CHALLENGES_MS)
    .execute();
  await db
    .deleteFrom('pool_refresh_tokens')
    .where('expires_at', '<', now - ENDED_SESSIONS_MS)
    .execute();
  await db
    .deleteFrom('pool_attempts')
    .where('last_at', '<', now - 2 * DAY_MS)
    .execute();
  await db
    .deleteFrom('pool_codes')
    .where('expires_at', '<', now - DAY_MS)
    .execute();
}

const REQUESTS_BETWEEN_PURGES = 500;

/** Calls `purgeEnded` at every 500th request. A failure is logged only. */
export function housekeeper(context: PoolContext): () => void {
  let requests = 0;
  return () => {
    requests += 1;
    if (requests % REQUESTS_BETWEEN_PURGES !== 0) return;
    purgeEnded(context).catch((error: unknown) => {
      context.log(`user pool: housekeeping failed: ${String(error)}`);
    });
  };
}
