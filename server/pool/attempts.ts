import { sql } from 'kysely';
import type { CallContext } from './context.ts';
import { PoolError, notAuthorized } from './errors.ts';

/** What counting needs of the context of a call. */
type Counting = Pick<CallContext, 'db' | 'clock' | 'caller'>;
type Stored = Omit<Counting, 'caller'>;

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

const tooManyPasswords = (): PoolError => notAuthorized('Password attempts exceeded');

const PASSWORDS: AttemptPolicy = {
  free: 5,
  firstLockMs: 1000,
  longestLockMs: 15 * MINUTE_MS,
  forgetAfterMs: 15 * MINUTE_MS,
  refusal: tooManyPasswords,
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

// 2^20 s is longer than the longest lock. Without this limit the power would overflow its type.
const LARGEST_DOUBLING = 20;

/** Throws while the subject is locked. Counts nothing. */
export async function requireUnlocked(context: Stored, subject: string): Promise<void> {
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
async function claimAttempt(context: Stored, subject: string, policy: AttemptPolicy): Promise<void> {
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

/** Uncounts a guess. The other counted guesses stay, because further factors are missing. */
async function returnAttempt(context: Stored, subject: string): Promise<void> {
  await context.db
    .updateTable('pool_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), locked_until: 0 }))
    .where('subject', '=', subject)
    .execute();
}

/** Deletes all counted attempts, after a complete sign-in. */
export async function clearAttempts(context: Stored, subject: string): Promise<void> {
  await context.db.deleteFrom('pool_attempts').where('subject', '=', subject).execute();
}

/** What a caller may do over all accounts: so often at once, and then once more in each period (SES-101). */
interface Allowance {
  readonly name: string;
  readonly atOnce: number;
  readonly everyMs: number;
}

/**
 * Wrong passwords and codes. A school or a household shares one address, so right ones are not counted, and neither are
 * those from a browser that the account knows. Sixty more in an hour are more than their mistakes, and 1,440 a day are
 * too few to find passwords that are not common.
 */
export const GUESSES: Allowance = { name: 'caller', atOnce: 50, everyMs: MINUTE_MS };

/** Codes by mail or text message. Two classes of thirty can sign up at once. */
export const MESSAGES: Allowance = { name: 'messages', atOnce: 60, everyMs: MINUTE_MS };

const subjectOf = ({ name }: Allowance, { caller }: Counting): string => `${name}|${caller}`;

/**
 * Takes one from the allowance of the caller, over all processes. The row has the instant from which on the next one is
 * allowed. It is in the past by one period for each one that is left. Later than a period from now means that the clock
 * was set back.
 *
 * @throws {PoolError} LimitExceededException if nothing is left
 */
export async function spend(context: Counting, allowance: Allowance): Promise<void> {
  const { atOnce, everyMs } = allowance;
  const now = context.clock.now();
  const full = now - (atOnce - 1) * everyMs;
  const isKnown = sql<boolean>`pool_attempts.locked_until <= ${now + everyMs}::bigint`;
  const counted = await context.db
    .insertInto('pool_attempts')
    .values({
      subject: subjectOf(allowance, context),
      failures: 0,
      last_at: now,
      locked_until: full + everyMs,
    })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          last_at: now,
          locked_until: sql<number>`${everyMs}::bigint + case when ${isKnown}
            then greatest(${full}::bigint, pool_attempts.locked_until) else ${full}::bigint end`,
        })
        .where((where) => where.or([where('pool_attempts.locked_until', '<=', now), where.not(isKnown)])),
    )
    .returning('subject')
    .executeTakeFirst();
  if (counted === undefined) throw attemptLimit();
}

export async function giveBack(context: Counting, allowance: Allowance): Promise<void> {
  await context.db
    .updateTable('pool_attempts')
    .set((row) => ({ locked_until: row('locked_until', '-', allowance.everyMs) }))
    .where('subject', '=', subjectOf(allowance, context))
    .execute();
}

/**
 * Takes nothing.
 *
 * @throws {PoolError} LimitExceededException if nothing is left
 */
export async function requireLeft(context: Counting, allowance: Allowance): Promise<void> {
  const now = context.clock.now();
  const locked = await context.db
    .selectFrom('pool_attempts')
    .select('subject')
    .where('subject', '=', subjectOf(allowance, context))
    .where('locked_until', '>', now)
    .where('locked_until', '<=', now + allowance.everyMs)
    .executeTakeFirst();
  if (locked !== undefined) throw attemptLimit();
}

/**
 * Compares a password, and counts it for its account and its caller if it is wrong. It is counted for the caller after
 * the comparison, so many right passwords at once are not refused. While nothing is left, a right one is refused like a
 * wrong one.
 *
 * @param isKnownDevice true if the account knows the browser: then nothing is counted for the caller
 * @returns whether it is right
 * @throws {PoolError} NotAuthorizedException 'Password attempts exceeded'
 */
export async function tryPassword(
  context: Counting,
  subject: string,
  compare: () => boolean | Promise<boolean>,
  isKnownDevice = false,
): Promise<boolean> {
  await claimAttempt(context, subject, PASSWORDS);
  const isRight = await compare();
  if (!isKnownDevice) {
    const count = isRight ? requireLeft : spend;
    await count(context, GUESSES).catch(async (error: unknown) => {
      // Otherwise a refused caller could go on locking accounts.
      await returnAttempt(context, subject);
      throw error instanceof PoolError ? tooManyPasswords() : error;
    });
  }
  if (isRight) await returnAttempt(context, subject);
  return isRight;
}

/**
 * Uses a code, which fails if the code is wrong. The guess is counted before, for its caller and its account, because a
 * right code can be used only once.
 *
 * @param subject the subject of the attempts of the account
 * @throws {PoolError} what `use` throws, or LimitExceededException or NotAuthorizedException after too many wrong guesses
 */
export async function tryCode<Value>(
  context: Counting,
  subject: string,
  use: () => Promise<Value>,
  policy: AttemptPolicy = PASSWORDS,
): Promise<Value> {
  await spend(context, GUESSES);
  try {
    await claimAttempt(context, subject, policy);
  } catch (error) {
    await giveBack(context, GUESSES);
    throw error;
  }
  const value = await use();
  await giveBack(context, GUESSES);
  await returnAttempt(context, subject);
  return value;
}
