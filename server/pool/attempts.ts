import { sql } from 'kysely';
import type { CallContext } from './context.ts';
import { PoolError, notAuthorized } from './errors.ts';

/** What counting needs of the context of a call. */
type Counting = Pick<CallContext, 'db' | 'clock' | 'caller'>;
type Stored = Omit<Counting, 'caller'>;

/** Who tries a password or a code, and at which account (SES-106). */
export interface Guesser {
  /** A `sub`, or the substitute id of an unknown user. */
  readonly account: string;
  /** The network address, or the key of a device that the account knows. Each has a count of its own. */
  readonly from: string;
  /** `device`: the account knows the browser. `network`: it was signed in to from this network. */
  readonly known: 'device' | 'network' | null;
}

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

export const tooManyPasswords = (): PoolError => notAuthorized('Password attempts exceeded');

const PASSWORDS: AttemptPolicy = {
  free: 5,
  firstLockMs: 1000,
  longestLockMs: 15 * MINUTE_MS,
  forgetAfterMs: 15 * MINUTE_MS,
  refusal: tooManyPasswords,
};

export const attemptLimit = (): PoolError =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

/** Codes have only six digits. So the guesses of a caller count over all codes of an account: at most about 24 a day. */
export const CODES_OF_ACCOUNT: AttemptPolicy = {
  free: 10,
  firstLockMs: 15 * MINUTE_MS,
  longestLockMs: 60 * MINUTE_MS,
  forgetAfterMs: DAY_MS,
  refusal: attemptLimit,
};

/**
 * One code can be guessed five times by each caller. Guesses of others do not use up the code that its owner waits for.
 * With the next code the count starts again, and with it the count over all codes goes on.
 */
const ONE_CODE: AttemptPolicy = {
  free: 5,
  firstLockMs: DAY_MS,
  longestLockMs: DAY_MS,
  forgetAfterMs: DAY_MS,
  refusal: attemptLimit,
};

// 2^20 s is longer than the longest lock. Without this limit the power would overflow its type.
const LARGEST_DOUBLING = 20;

const subjectAt = ({ account, from }: Guesser, what = 'password'): string => `${account}|${what}|${from}`;

/**
 * Counts nothing.
 *
 * @throws {PoolError} NotAuthorizedException while the caller is locked at this account
 */
export async function requireUnlocked(context: Stored, guesser: Guesser): Promise<void> {
  const subject = subjectAt(guesser);
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

/** Deletes the counted attempts of a caller at an account, after a complete sign-in. Those of other callers stay. */
export async function clearAttempts(context: Stored, guesser: Guesser, what?: string): Promise<void> {
  await context.db.deleteFrom('pool_attempts').where('subject', '=', subjectAt(guesser, what)).execute();
}

/** Deletes everything that is counted at an account. */
export async function forgetAttempts(db: Stored['db'], account: string): Promise<void> {
  await db.deleteFrom('pool_attempts').where('subject', 'like', `${account}|%`).execute();
}

/** What may be done: so often at once, and then once more in each period (SES-101, SES-106). */
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

/**
 * The wrong passwords of all callers together whom an account does not know. So guessing from many networks is bounded.
 * Each caller is locked for up to a quarter of an hour, so one of them alone never uses it up. Nor do three.
 */
const PASSWORDS_OF_STRANGERS: Allowance = { name: 'password', atOnce: 200, everyMs: 4 * MINUTE_MS };

/** The same for codes, which have six digits only. */
const CODES_OF_STRANGERS: Allowance = { name: 'code', atOnce: 40, everyMs: 30 * MINUTE_MS };

/** The codes of one purpose that one caller may have sent to one account. Each replaces the previous one. */
const CODES_SENT: Allowance = { name: 'sent', atOnce: 20, everyMs: 3 * MINUTE_MS };

/** @throws {PoolError} LimitExceededException after too many codes */
export const claimSending = (context: Counting, guesser: Guesser, purpose: string): Promise<void> =>
  spend(context, CODES_SENT, subjectAt(guesser, `${CODES_SENT.name} ${purpose}`));

const subjectOf = ({ name }: Allowance, whose: string): string => `${name}|${whose}`;

/** The subject of what all strangers do at an account. It starts with the account, as all of its subjects. */
const strangersOf = ({ name }: Allowance, { account }: Guesser): string => `${account}|${name}|strangers`;

/**
 * Takes one from an allowance, over all processes. The row has the instant from which on the next one is
 * allowed. It is in the past by one period for each one that is left. Later than a period from now means that the clock
 * was set back.
 *
 * @throws {PoolError} LimitExceededException if nothing is left
 */
export async function spend(
  context: Counting,
  allowance: Allowance,
  subject = subjectOf(allowance, context.caller),
): Promise<void> {
  const { atOnce, everyMs } = allowance;
  const now = context.clock.now();
  const full = now - (atOnce - 1) * everyMs;
  const isKnown = sql<boolean>`pool_attempts.locked_until <= ${now + everyMs}::bigint`;
  const counted = await context.db
    .insertInto('pool_attempts')
    .values({
      subject,
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

export async function giveBack(
  context: Counting,
  allowance: Allowance,
  subject = subjectOf(allowance, context.caller),
): Promise<void> {
  await context.db
    .updateTable('pool_attempts')
    .set((row) => ({ locked_until: row('locked_until', '-', allowance.everyMs) }))
    .where('subject', '=', subject)
    .execute();
}

/**
 * Takes nothing.
 *
 * @throws {PoolError} LimitExceededException if nothing is left
 */
export async function requireLeft(
  context: Counting,
  allowance: Allowance,
  subject = subjectOf(allowance, context.caller),
): Promise<void> {
  const now = context.clock.now();
  const locked = await context.db
    .selectFrom('pool_attempts')
    .select('subject')
    .where('subject', '=', subject)
    .where('locked_until', '>', now)
    .where('locked_until', '<=', now + allowance.everyMs)
    .executeTakeFirst();
  if (locked !== undefined) throw attemptLimit();
}

/**
 * Compares a password, and counts it if it is wrong: for the caller at this account, for the caller over all accounts,
 * and for all strangers at this account. The last two are counted after the comparison, so many right passwords at once
 * are not refused. While nothing is left, a right one is refused like a wrong one.
 *
 * @returns whether it is right
 * @throws {PoolError} NotAuthorizedException 'Password attempts exceeded'
 */
export async function tryPassword(
  context: Counting,
  guesser: Guesser,
  compare: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const own = subjectAt(guesser);
  await claimAttempt(context, own, PASSWORDS);
  const isRight = await compare();
  const count = isRight ? requireLeft : spend;
  try {
    if (guesser.known !== 'device') await count(context, GUESSES);
    if (guesser.known === null) {
      await count(context, PASSWORDS_OF_STRANGERS, strangersOf(PASSWORDS_OF_STRANGERS, guesser));
    }
  } catch (error) {
    // Nothing was learned, so it is no attempt.
    await returnAttempt(context, own);
    throw error instanceof PoolError ? tooManyPasswords() : error;
  }
  if (isRight) await returnAttempt(context, own);
  return isRight;
}

/**
 * Counts a guess of one code.
 *
 * @param name says which code it is
 * @throws {PoolError} LimitExceededException after five guesses of this caller
 */
export const claimCode = (context: Stored, guesser: Guesser, name: string): Promise<void> =>
  claimAttempt(context, subjectAt(guesser, name), ONE_CODE);

/** What limits guesses of one kind of code at an account. */
interface CodeLimit {
  /** Guesses with the same name count together. */
  readonly name: string;
  readonly policy: AttemptPolicy;
}

/** The codes that follow a right password, and the codes that replace one. They count together with the passwords. */
const CODES_OF_SIGN_IN: CodeLimit = { name: 'password', policy: PASSWORDS };

/**
 * Uses a code, which fails if the code is wrong. The guess is counted before, for the caller, for the caller at this
 * account and for all strangers at it, because a right code can be used only once.
 *
 * @throws {PoolError} what `use` throws, or LimitExceededException or NotAuthorizedException after too many wrong guesses
 */
export async function tryCode<Value>(
  context: Counting,
  guesser: Guesser,
  use: () => Promise<Value>,
  { name, policy }: CodeLimit = CODES_OF_SIGN_IN,
): Promise<Value> {
  const own = subjectAt(guesser, name);
  const strangers = guesser.known === null ? strangersOf(CODES_OF_STRANGERS, guesser) : null;
  await spend(context, GUESSES);
  try {
    if (strangers !== null) await spend(context, CODES_OF_STRANGERS, strangers);
  } catch (error) {
    await giveBack(context, GUESSES);
    throw error;
  }
  const undo = async (): Promise<void> => {
    await giveBack(context, GUESSES);
    if (strangers !== null) await giveBack(context, CODES_OF_STRANGERS, strangers);
  };
  try {
    await claimAttempt(context, own, policy);
  } catch (error) {
    await undo();
    throw error;
  }
  const value = await use();
  await undo();
  await returnAttempt(context, own);
  return value;
}
