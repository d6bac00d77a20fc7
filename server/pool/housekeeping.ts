import type { PoolContext } from './context.ts';
import { KNOWN_NETWORK_MS } from './guessers.ts';
import { removeUnconfirmed } from './manage-users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
// Ended rows stay for a while, so that a late client gets the right error.
const ENDED_CHALLENGES_MS = DAY_MS;
const ENDED_SESSIONS_MS = 90 * DAY_MS;
/** How long somebody has time to confirm a sign-up. The app forgets it after the same time (SES-61). */
const UNCONFIRMED_MS = 7 * DAY_MS;
const MOST_AT_ONCE = 1000;

/**
 * Deletes rows that ended long ago, so that no table grows without limit, and accounts that nobody has confirmed in time
 * (SES-102).
 */
export async function purgeEnded(context: PoolContext): Promise<void> {
  const now = context.clock.now();
  const { db } = context;
  await db.deleteFrom('pool_srp_exchanges').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('pool_challenges')
    .where('expires_at', '<', now - ENDED_CHALLENGES_MS)
    .execute();
  // Anybody can ask for these, without a proof of anything. So they do not stay.
  await db
    .deleteFrom('pool_challenges')
    .where('name', 'in', ['WEB_AUTHN', 'SELECT_CHALLENGE'])
    .where('expires_at', '<', now)
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
    .deleteFrom('pool_known_networks')
    .where('last_at', '<', now - KNOWN_NETWORK_MS)
    .execute();
  await db
    .deleteFrom('pool_codes')
    .where('expires_at', '<', now - DAY_MS)
    .execute();
  const unconfirmed = await db
    .selectFrom('pool_users')
    .select('sub')
    .where('status', '=', 'UNCONFIRMED')
    .where('created_at', '<', now - UNCONFIRMED_MS)
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { sub } of unconfirmed) await removeUnconfirmed(context, sub);
}

const REQUESTS_BETWEEN_PURGES = 500;
const LONGEST_BETWEEN_PURGES_MS = 60 * 60 * 1000;

/** Calls `purgeEnded` at every 500th request, and at the first one after an hour. A failure is logged only. */
export function housekeeper(context: PoolContext): () => void {
  let requests = 0;
  let purgedAt = context.clock.now();
  return () => {
    requests += 1;
    const now = context.clock.now();
    if (requests < REQUESTS_BETWEEN_PURGES && Math.abs(now - purgedAt) < LONGEST_BETWEEN_PURGES_MS) return;
    requests = 0;
    purgedAt = now;
    purgeEnded(context).catch((error: unknown) => {
      context.log(`user pool: housekeeping failed: ${String(error)}`);
    });
  };
}
