import type { Selectable } from 'kysely';
import type { Clock } from '../clock.ts';
import { bestPlan, type ListenerPlan } from './membership.ts';
import type { Database, Tables } from './tables.ts';

export type Listener = Readonly<Selectable<Tables['listeners']>>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly pool: { getVerifiedEmail(sub: string): Promise<string | undefined> };
}

/**
 * The record of the listener, with the plan that counts now (ENT-56). A listener who did not use the create-account screen, for example with the hosted login,
 * gets a record at the first call.
 */
export async function readListener(context: Dependencies, sub: string): Promise<Listener> {
  const found = await find(context, sub);
  if (found !== undefined) return found;
  const email = (await context.pool.getVerifiedEmail(sub)) ?? '';
  await addListener(context, { sub, email, full_name: '' });
  return (await find(context, sub)) ?? Promise.reject(new Error('A listener was removed while being added.'));
}

/** Adds a free listener. An existing record stays, and gets the name if it has none. */
export async function addListener(
  context: Pick<Dependencies, 'db' | 'clock'>,
  listener: { readonly sub: string; readonly email: string; readonly full_name: string },
): Promise<void> {
  await context.db
    .insertInto('listeners')
    .values({
      ...listener,
      plan: null,
      is_trialing: false,
      is_canceled: false,
      paid_until: null,
      created_at: context.clock.now(),
    })
    .onConflict((conflict) =>
      conflict
        .column('sub')
        .doUpdateSet({ full_name: listener.full_name, email: listener.email })
        .where('listeners.full_name', '=', ''),
    )
    .execute();
}

/**
 * Deletes everything of a listener whose account was deleted: the record, favourites, purchases, positions and sign-in
 * attempts. The royalties stay without a name, because the authors are owed them.
 */
export async function removeListener(db: Database, sub: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const emails = transaction.selectFrom('listeners').select('email').where('sub', '=', sub);
    await transaction.deleteFrom('login_attempts').where('email', 'in', emails).execute();
    for (const table of OF_LISTENERS) await transaction.deleteFrom(table).where('sub', '=', sub).execute();
    await transaction.updateTable('royalty_reports').set({ sub: '' }).where('sub', '=', sub).execute();
  });
}

/** The tables whose rows belong to one listener each, named by `sub`. */
const OF_LISTENERS = [
  'listeners',
  'favorite_items',
  'favorite_authors',
  'purchases',
  'playback_positions',
  'password_changes',
  'opened_sounds',
  'free_listening',
] as const;

async function find(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  sub: string,
): Promise<Listener | undefined> {
  const [listener, billed] = await Promise.all([
    db.selectFrom('listeners').selectAll().where('sub', '=', sub).executeTakeFirst(),
    db.selectFrom('billing_subscriptions').selectAll().where('sub', '=', sub).execute(),
  ]);
  return listener && { ...listener, ...bestPlan(planOfRow(listener), billed, clock.now()) };
}

/** The plan that the operator gave. */
const planOfRow = ({ plan, is_trialing, is_canceled, paid_until }: Listener): ListenerPlan => ({
  plan,
  is_trialing,
  is_canceled,
  paid_until,
});

/** @param now epoch milliseconds */
export async function savePasswordChange(db: Database, sub: string, now: number): Promise<void> {
  await db.insertInto('password_changes').values({ sub, changed_at: now }).execute();
}
