import { sql } from 'kysely';
import type { PoolContext } from './context.ts';
import { notAuthorized } from './errors.ts';

const FREE_ATTEMPTS = 5;
const FIRST_LOCK_MS = 1000;
const LONGEST_LOCK_MS = 15 * 60 * 1000;
// 2^20 s is past the longest lock already; without a bound the power would overflow its type.
const LARGEST_DOUBLING = 20;

const locked = (): Error => notAuthorized('Password attempts exceeded');

/** Refuses while the subject is locked out, without counting anything. */
export async function requireUnlocked(context: PoolContext, subject: string): Promise<void> {
  const row = await context.db
    .selectFrom('pool_attempts')
    .select('locked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (row !== undefined && row.locked_until > context.clock.now()) throw locked();
}

/**
 * Counts a guess before it is looked at, so that many guesses at once cannot slip through.
 * From the fifth wrong one on the subject is locked for 1 s, 2 s, 4 s … up to 15 min; a guess
 * during the lock counts for nothing. A quiet quarter of an hour forgets them.
 * Throws NotAuthorizedException 'Password attempts exceeded'.
 */
export async function claimAttempt(context: PoolContext, subject: string): Promise<void> {
  const now = context.clock.now();
  const failures = sql<number>`case
    when pool_attempts.last_at < ${now - LONGEST_LOCK_MS}::bigint
      and pool_attempts.locked_until < ${now - LONGEST_LOCK_MS}::bigint then 1
    else pool_attempts.failures + 1 end`;
  const counted = await context.db
    .insertInto('pool_attempts')
    .values({ subject, failures: 1, last_at: now, locked_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures,
          last_at: now,
          locked_until: sql<number>`case
            when (${failures}) < ${FREE_ATTEMPTS}::integer then 0
            else ${now}::bigint + least(
              ${LONGEST_LOCK_MS}::bigint,
              (${FIRST_LOCK_MS}::integer
                * power(2, least(${LARGEST_DOUBLING}::integer, (${failures}) - ${FREE_ATTEMPTS}::integer)))::bigint
            ) end`,
        })
        .where('pool_attempts.locked_until', '<=', now),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted === undefined) throw locked();
}

/** Takes back a claimed attempt that was right, while further factors are still open. */
export async function returnAttempt(context: PoolContext, subject: string): Promise<void> {
  await context.db
    .updateTable('pool_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), locked_until: 0 }))
    .where('subject', '=', subject)
    .execute();
}

/** Forgets all attempts: the listener is signed in. */
export async function clearAttempts(context: PoolContext, subject: string): Promise<void> {
  await context.db.deleteFrom('pool_attempts').where('subject', '=', subject).execute();
}
