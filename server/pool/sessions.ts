import type { PoolContext } from './context.ts';
import { browserOf } from './new-device.ts';
import { revokeSessions } from './tokens/issue.ts';

/** A sign-in that still gives access. Instants are epoch milliseconds. */
export interface OwnSession {
  /** The `origin_jti` of its tokens. */
  readonly id: string;
  /** What the browser or app called itself. Empty if it did not say. */
  readonly agent: string;
  /** Browser and system in plain words. */
  readonly device: string;
  readonly signedInAt: number;
  /** When the session was started or last renewed. Renewals are about an hour apart. */
  readonly usedAt: number;
  /** The name of the provider at which the user signed in. Null: none. */
  readonly identityProvider: string | null;
}

const MOST_SESSIONS = 200;

/** The sessions of a user, the last used one first (SES-150). */
export async function sessionsOf({ db, clock }: PoolContext, sub: string): Promise<readonly OwnSession[]> {
  const rows = await db
    .selectFrom('pool_refresh_tokens')
    .select(['origin_jti', 'agent', 'auth_time', 'used_at', 'identity_provider'])
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy((by) => by.fn.coalesce('used_at', 'auth_time'), 'desc')
    .orderBy('origin_jti')
    .limit(MOST_SESSIONS)
    .execute();
  return rows.map(({ origin_jti, agent, auth_time, used_at, identity_provider }) => ({
    id: origin_jti,
    agent,
    device: browserOf(agent),
    signedInAt: auth_time,
    usedAt: used_at ?? auth_time,
    identityProvider: identity_provider,
  }));
}

/**
 * Ends one session of a user (SES-151). The hosted login then asks every browser of the user for the password again, because it does
 * not know which one the session is in.
 *
 * @returns false if the user has no such session
 */
export const endSession = ({ db, clock }: PoolContext, sub: string, id: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('pool_refresh_tokens')
      .set({ revoked_at: clock.now() })
      .where('origin_jti', '=', id)
      .where('sub', '=', sub)
      .where('revoked_at', 'is', null)
      .returning('scope')
      .executeTakeFirst();
    if (ended === undefined) return false;
    if (ended.scope !== null) {
      await transaction.deleteFrom('pool_hosted_codes').where('sub', '=', sub).execute();
      await transaction.deleteFrom('pool_hosted_sessions').where('sub', '=', sub).execute();
    }
    return true;
  });

/** Ends every session of a user but one. */
export const endOtherSessions = (context: PoolContext, sub: string, own: string): Promise<void> =>
  context.db
    .transaction()
    .execute((transaction) => revokeSessions({ ...context, db: transaction }, sub, own));
