import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { openSecret } from '../db/secret.ts';
import type { Listener } from '../members/listeners.ts';
import type { BillingDependencies } from './context.ts';
import type { BillingDatabase, BillingTransaction } from './tables.ts';

/** True if the listener never had a plan or a trial (ENT-74). */
export async function isTrialPossible(
  { db, trialDays }: BillingDependencies,
  { sub, email, is_trialing }: Listener,
): Promise<boolean> {
  if (trialDays === 0 || is_trialing) return false;
  const person = await personOf(db, { sub, email });
  const { rows } = await sql`select from billing_subscriptions where sub = ${sub}
    union all select from billing_trials where person = ${person}`.execute(db);
  return rows.length === 0;
}

/** @returns false if the person had a trial before */
export async function beginTrial(
  transaction: BillingTransaction,
  listener: Listener,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('billing_trials')
    .values({ person: await personOf(transaction, listener), begun_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A name for a person that stays the same if the account is deleted and made again. The address cannot be read from it. */
async function personOf(
  db: BillingDatabase,
  { sub, email }: Pick<Listener, 'sub' | 'email'>,
): Promise<string> {
  const secret = await openSecret(db, 'provider_settings', 'secret/trials');
  return createHmac('sha256', secret)
    .update(email === '' ? sub : email.toLowerCase())
    .digest('hex');
}
