import { sql } from 'kysely';
import type { Database } from '../members/tables.ts';
import type { Pool } from '../pool/index.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from './accounts.ts';
import { giveHistory, givePurchases } from './history.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Adds the demo accounts that are missing. The data of an existing account stays. Its plan is set again at every start,
 * so that the canceled plan has never expired.
 *
 * @param now epoch milliseconds
 */
export async function seedDemoListeners(
  db: Database,
  pool: Pick<Pool, 'ensureUser'>,
  now: number,
): Promise<void> {
  for (const account of DEMO_ACCOUNTS) {
    const { email, name, state, totpSecret } = account;
    const { sub } = await pool.ensureUser({
      email,
      name,
      password: DEMO_PASSWORD,
      ...(state && { state }),
      ...(totpSecret && { totpSecret }),
    });
    const isNew = await saveListener(db, sub, account, now);
    if (isNew && account.email.startsWith('monthly@')) await giveHistory(db, sub, now);
    if (isNew && account.email.startsWith('buyer@')) await givePurchases(db, sub, now);
  }
}

/** @returns true if the listener is new */
async function saveListener(db: Database, sub: string, account: DemoAccount, now: number): Promise<boolean> {
  const plan = {
    plan: account.plan ?? null,
    is_trialing: account.isTrialing ?? false,
    is_canceled: account.isCanceled ?? false,
    paid_until: account.isCanceled ? now + MONTH_MS : null,
  };
  const row = await db
    .insertInto('listeners')
    .values({ sub, email: account.email, full_name: account.name, ...plan, created_at: now })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet(plan))
    // A row that this statement inserted has no deleting transaction.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return row.is_new;
}
