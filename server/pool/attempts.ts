import { sql } from 'kysely';
import type { PoolContext } from './context.ts';
import { PoolError, notAuthorized } from './errors.ts';

/** How many wrong guesses are free, and how long the locks after them last. */
export interface AttemptPolicy {
  /** From this wrong guess on, each wrong guess locks the subject. */
  readonly free: number;
  /** The length of the first lock. Each further wrong guess doubles it. */
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** After this time without a guess, the count starts again. */
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
 * Codes have only six digits. So guesses count over all codes of an account: at most about 24 a day. With a longer lock,
 * a stranger could prevent a listener from setting a new password with one guess a day.
 */
export const CODES_OF_ACCOUNT: AttemptPolicy = {
  free: 10,
  firstLockMs: 15 * MINUTE_MS,
  longestLockMs: 60 * MINUTE_MS,
  forgetAfterMs: DAY_MS,
  refusal: attemptLimit,
};

/** The guesses of one caller over all accounts. The locks are short, because many listeners may share an address. */
const GUESSES_OF_CALLER: AttemptPolicy = {
  free: 50,
  firstLockMs: MINUTE_MS,
  longestLockMs: 15 * MINUTE_MS,
  forgetAfterMs: 60 * MINUTE_MS,
  refusal: attemptLimit,
};

// 2^20 s is longer than the longest lock. Without this limit the power would overflow its type.
const LARGEST_DOUBLING = 20;

/** Throws while the subject is locked. Counts nothing. */
export async function requireUnlocked(context: PoolContext, subject: string): Promise<void> {
  const row = await context.db
    .selectFrom('pool_attempts')
    .select('locked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (row !== undefined && row.locked_until > context.clock.now()) throw PASSWORDS.refusal();
}

/**
 * Counts a guess before it is compared, so that parallel guesses all count. A guess during a lock is not counted.
 * Passwords: from the fifth wrong guess on, the locks are 1 s, 2 s, 4 s and so on, up to 15 min. After 15 min without a
 * guess the count starts again.
 *
 * @throws {PoolError} the refusal of the policy; for passwords NotAuthorizedException 'Password attempts exceeded'
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

/** Uncounts a right guess. The other counted guesses stay, because further factors are missing. */
export async function returnAttempt(context: PoolContext, subject: string): Promise<void> {
  await context.db
    .updateTable('pool_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), locked_until: 0 }))
    .where('subject', '=', subject)
    .execute();
}

/** Deletes all counted attempts, after a complete sign-in. */
export async function clearAttempts(context: PoolContext, subject: string): Promise<void> {
  await context.db.deleteFrom('pool_attempts').where('subject', '=', subject).execute();
}

const subjectOf = (caller: string): string => `caller|${caller}`;

/**
 * Counts a guess of a caller, for any account.
 *
 * @throws {PoolError} LimitExceededException after too many wrong guesses
 */
export const claimCallersGuess = (context: PoolContext, caller: string): Promise<void> =>
  claimAttempt(context, subjectOf(caller), GUESSES_OF_CALLER);

/** Uncounts a caller's right guess. */
export const returnCallersGuess = (context: PoolContext, caller: string): Promise<void> =>
  returnAttempt(context, subjectOf(caller));
