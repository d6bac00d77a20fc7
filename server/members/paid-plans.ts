import { type Insertable, type Updateable, sql } from 'kysely';
import type { Database, Tables } from './tables.ts';

/*
 * The plans that listeners pay for, in `billing_subscriptions`: as the payment service had them when it was last asked. They count
 * beside the plans that were given (ENT-56), so they belong to the members. Billing follows the service, and writes them here.
 */

type PaidPlans = Tables['billing_subscriptions'];

/** Adds a subscription, unless it is there already. */
export async function addPaidPlan(db: Database, plan: Insertable<PaidPlans>): Promise<void> {
  await db
    .insertInto('billing_subscriptions')
    .values(plan)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Stores what the service says now.
 *
 * @param version that of the row that was read before
 * @returns false if somebody else has changed the row meanwhile
 */
export async function renewPaidPlan(
  db: Database,
  { id, version }: { readonly id: string; readonly version: number },
  change: Updateable<PaidPlans>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_subscriptions')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The service does not know the subscription. */
export async function endPaidPlan(db: Database, id: string, now: number): Promise<void> {
  await db
    .updateTable('billing_subscriptions')
    .set({ status: 'ended', ended_at: now, customer: null })
    .where('id', '=', id)
    .execute();
}

/**
 * The account of a listener is deleted.
 *
 * @returns the subscriptions that the service has to end
 */
export const disownPaidPlans = (db: Database, sub: string): Promise<readonly { readonly id: string }[]> =>
  db.updateTable('billing_subscriptions').set({ sub: null }).where('sub', '=', sub).returning('id').execute();

/** The same for accounts that were deleted by a command. */
export async function disownPlansOfNobody(db: Database): Promise<void> {
  await sql`update billing_subscriptions set sub = null where sub is not null
    and not exists (select from listeners where listeners.sub = billing_subscriptions.sub)`.execute(db);
}

/** Deletes a subscription that belongs to nobody any more. */
export async function removeDisownedPlan(db: Database, id: string): Promise<void> {
  await db.deleteFrom('billing_subscriptions').where('id', '=', id).where('sub', 'is', null).execute();
}
