import type { Database } from './tables.ts';

export interface LoginAttempt {
  /** In lower case. */
  readonly email: string;
  readonly success: boolean;
}

/** The attempts of one email address that an operator can inspect after a complaint. */
const MOST_OF_AN_ADDRESS = 20;
const MOST = 100_000;
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Saves an attempt, and keeps the newest twenty of the same email address. So attempts on one address cannot fill the
 * database.
 *
 * @param now epoch milliseconds
 */
export async function addLoginAttempt(db: Database, attempt: LoginAttempt, now: number): Promise<void> {
  const { email, success } = attempt;
  await db.insertInto('login_attempts').values({ email, success, attempted_at: now }).execute();
  await db
    .deleteFrom('login_attempts')
    .where('email', '=', email)
    .where('id', '<=', (select) =>
      select
        .selectFrom('login_attempts')
        .select('id')
        .where('email', '=', email)
        .orderBy('id', 'desc')
        .offset(MOST_OF_AN_ADDRESS)
        .limit(1),
    )
    .execute();
}

/**
 * Forgets what is older than ninety days, and of the rest all but the newest hundred thousand: nobody has to be signed
 * in to tell of an attempt, and so anybody can tell of any number of addresses.
 */
export async function purgeLoginAttempts(db: Database, now: number, most = MOST): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('attempted_at', '<', now - KEPT_MS)
    .execute();
  await db
    .deleteFrom('login_attempts')
    .where('id', '<=', (select) =>
      select.selectFrom('login_attempts').select('id').orderBy('id', 'desc').offset(most).limit(1),
    )
    .execute();
}
