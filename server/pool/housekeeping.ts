import type { PoolContext } from './context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
// Kept for a while after their end, so that the late are told what happened to them.
const ENDED_CHALLENGES_MS = DAY_MS;
const ENDED_SESSIONS_MS = 90 * DAY_MS;

/** Deletes what ended long ago, so that no table grows without bound. */
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

const EVERY = 500;

/** Calls `purgeEnded` once in 500 requests; a failure is logged and disturbs nobody. */
export function housekeeper(context: PoolContext): () => void {
  let requests = 0;
  return () => {
    requests += 1;
    if (requests % EVERY !== 0) return;
    purgeEnded(context).catch((error: unknown) => {
      context.log(`user pool: housekeeping failed: ${String(error)}`);
    });
  };
}
