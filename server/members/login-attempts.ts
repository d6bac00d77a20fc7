import { keepNewest } from './keep-newest.ts';
import type { Database } from './tables.ts';

export interface LoginAttempt {
  /** In lower case. */
  readonly email: string;
  readonly success: boolean;
}

/** The attempts of one email address that an operator can inspect after a complaint. */
const MOST_OF_AN_ADDRESS = 20;
const MOST = 100_000;
const LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Saves an attempt, and keeps the newest twenty of the same email address. So attempts on one address cannot fill the
 * database.
 *
 * @param now epoch milliseconds
 */
export async function addLoginAttempt(db: Database, attempt: LoginAttempt, now: number): Promise<void> {
  const { email, success } = attempt;
  await db.insertInto('login_attempts').values({ email, success, attempted_at: now }).execute();
  await keepNewest(db, 'login_attempts', MOST_OF_AN_ADDRESS, { column: 'email', value: email });
}

/**
 * Deletes attempts that are older than ninety days, and all but the newest hundred thousand. A report of an attempt needs
 * no session, so anybody could send attempts for any number of addresses.
 */
export async function purgeLoginAttempts(db: Database, now: number, most = MOST): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('attempted_at', '<', now - LIFE_MS)
    .execute();
  await keepNewest(db, 'login_attempts', most);
}
