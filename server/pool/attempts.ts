import { sql } from 'kysely';
import type { PoolContext } from './context.ts';
import { PoolError, notAuthorized } from './errors.ts';

/** How many wrong guesses a subject may make, and how long it is locked out after that. */
export interface AttemptPolicy {
  /** From this wrong guess on, each one locks the subject. */
  readonly free: number;
  /** The first lock; each wrong guess doubles it. */
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** So long without a guess, and every guess is forgotten. */
  readonly forgetAfterMs: number;
  readonly refusal: () => PoolError;
}

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const PASSWORDS: AttemptPolicy = {
  free: 5,
  firstLockMs: 1000,
  longestLockMs: 15 * MINUTE_MS,
  forgetAfterMs: 15 * MINUTE_MS,
  refusal: () => notAuthorized('Password attempts exceeded'),
};

export const attemptLimit = (): PoolError =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

/**
 * Codes have six digits, so that guesses count over all codes of an account: about 24 a day at the most. A longer lock
 * would let a stranger keep a listener from a new password with one guess a day.
 */
export const CODES_OF_ACCOUNT: AttemptPolicy = {
  free: 10,
  firstLockMs: 15 * MINUTE_MS,
  longestLockMs: 60 * MINUTE_MS,
  forgetAfterMs: DAY_MS,
  refusal: attemptLimit,
};

/** What one caller may guess over all accounts. Many listeners may share an address, so that it is never locked long. */
const GUESSES_OF_CALLER: AttemptPolicy = {
  free: 50,
  firstLockMs: MINUTE_MS,
  longestLockMs: 15 * MINUTE_MS,
  forgetAfterMs: 60 * MINUTE_MS,
  refusal: attemptLimit,
};

// 2^20 s is past the longest lock already; without a bound the power would overflow its type.
const LARGEST_DOUBLING = 20;

/** Refuses while the subject is locked out, without counting anything. */
export async function requireUnlocked(context: PoolContext, subject: string): Promise<void> {
  const row = await context.db
    .selectFrom('pool_attempts')
    .select('locked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (row !== undefined && row.locked_until > context.clock.now()) throw PASSWORDS.refusal();
}

/**
 * Counts a guess before it is looked at, so that many guesses at once cannot slip through.
 * Passwords: from the fifth wrong one on the subject is locked for 1 s, 2 s, 4 s … up to 15 min; a
 * guess during the lock counts for nothing. A quiet quarter of an hour forgets them.
 * Throws the refusal of the policy; for passwords NotAuthorizedException 'Password attempts exceeded'.
 */
export async function claimAttempt(
  context: PoolContext,
  subject: string,
  policy: AttemptPolicy = PASSWORDS,
): Promise<void> {
  const now = context.clock.now();
  const failures = sql<number>`case
    when pool_attempts.last_at < ${now - policy.forgetAfterMs}::bigint
      and pool_attempts.locked_until < ${now - policy.forgetAfterMs}::bigint then 1
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
            when (${failures}) < ${policy.free}::integer then 0
            else ${now}::bigint + least(
              ${policy.longestLockMs}::bigint,
              (${policy.firstLockMs}::integer
                * power(2, least(${LARGEST_DOUBLING}::integer, (${failures}) - ${policy.free}::integer)))::bigint
            ) end`,
        })
        .where('pool_attempts.locked_until', '<=', now),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted === undefined) throw policy.refusal();
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

const subjectOf = (caller: string): string => `caller|${caller}`;

/** Counts a guess of a caller, at whichever account. Throws LimitExceededException while there were too many. */
export const claimCallersGuess = (context: PoolContext, caller: string): Promise<void> =>
  claimAttempt(context, subjectOf(caller), GUESSES_OF_CALLER);

/** Takes back a caller's guess that was right. */
export const returnCallersGuess = (context: PoolContext, caller: string): Promise<void> =>
  returnAttempt(context, subjectOf(caller));
