import { createHmac } from 'node:crypto';
import type { Guesser } from './attempts.ts';
import type { CallContext, PoolContext } from './context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an account knows a network. It is as long as ended sessions are stored. */
export const KNOWN_NETWORK_MS = 90 * DAY_MS;

/** Only a keyed hash is stored, so that the database does not show where somebody was. */
const hashOfNetwork = ({ secret, caller }: CallContext, sub: string): string =>
  createHmac('sha256', secret).update(`network|${sub}|${caller}`).digest('hex');

/**
 * Who guesses at an account (SES-106).
 *
 * @param account a `sub`, or the substitute id of an unknown user
 * @param deviceKey the key of a device that the account knows. Nobody can guess it, because it is random.
 */
export async function guesserAt(
  context: CallContext,
  account: string,
  deviceKey: string | null = null,
): Promise<Guesser> {
  if (deviceKey !== null) return { account, from: `device ${deviceKey}`, known: 'device' };
  const found = await context.db
    .selectFrom('pool_known_networks')
    .select('sub')
    .where('sub', '=', account)
    .where('network_hash', '=', hashOfNetwork(context, account))
    .where('last_at', '>', context.clock.now() - KNOWN_NETWORK_MS)
    .executeTakeFirst();
  return { account, from: context.caller, known: found === undefined ? null : 'network' };
}

/** Notes that somebody proved to be the owner of an account: by a complete sign-in, or by a code that was sent. */
export async function rememberNetwork(context: CallContext, sub: string): Promise<void> {
  const last_at = context.clock.now();
  await context.db
    .insertInto('pool_known_networks')
    .values({ sub, network_hash: hashOfNetwork(context, sub), last_at })
    .onConflict((conflict) => conflict.columns(['sub', 'network_hash']).doUpdateSet({ last_at }))
    .execute();
}

/** Whether an account knows any network. */
export async function hasKnownNetwork({ db }: PoolContext, sub: string): Promise<boolean> {
  const known = await db
    .selectFrom('pool_known_networks')
    .select('sub')
    .where('sub', '=', sub)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
