import { type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { removeMails } from '../mail/outbox.ts';
import { forgetPerson } from './audit.ts';
import { whyMemberStays } from './manage-members.ts';
import type { Database, Tables } from './tables.ts';

export type Listener = Selectable<Tables['listeners']>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly pool: { getVerifiedEmail(sub: string): Promise<string | undefined> };
}

/**
 * The record of the listener. A listener who did not use the create-account screen, for example with the hosted login,
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
 * Deletes everything of a listener whose account is being deleted, in the same transaction (SES-90): the record,
 * favourites, purchases, positions, sign-in attempts and mails. Royalties stay without the person, because the authors
 * are owed them. So do the person's edits of titles, and the list of changes.
 *
 * @returns null, or why the listener has to stay
 */
export async function removeListener(
  transaction: QueryExecutorProvider,
  { sub, email }: { readonly sub: string; readonly email: string },
): Promise<string | null> {
  const refusal = await whyMemberStays(transaction, sub);
  if (refusal !== null) return refusal;
  const { rows } = await sql<{ email: string; full_name: string }>`
    select email, full_name from listeners where sub = ${sub}
  `.execute(transaction);
  const filled = (words: readonly string[]): string[] => [...new Set(words)].filter((each) => each !== '');
  const emails = filled([email, ...rows.map((row) => row.email)]);
  const signatures = filled([...emails, ...rows.map((row) => row.full_name)]);
  await sql`delete from login_attempts where email = any(${emails})`.execute(transaction);
  await sql`update item_edits set edited_by = null where edited_by = any(${signatures})`.execute(transaction);
  for (const table of OF_LISTENERS) {
    await sql`delete from ${sql.table(table)} where sub = ${sub}`.execute(transaction);
  }
  for (const table of ['royalty_reports', 'refused_royalties']) {
    await sql`update ${sql.table(table)} set sub = '' where sub = ${sub}`.execute(transaction);
  }
  await removeMails(transaction, { sub, emails });
  await forgetPerson(transaction, sub);
  return null;
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

function find({ db }: Pick<Dependencies, 'db'>, sub: string): Promise<Listener | undefined> {
  return db.selectFrom('listeners').selectAll().where('sub', '=', sub).executeTakeFirst();
}

/** True while the plan has not expired. A canceled plan counts until then (ENT-1, ENT-3). */
export function isSubscribed(listener: Listener, now: number): boolean {
  return listener.plan !== null && !isExpired(listener, now);
}

export function isExpired(listener: Listener, now: number): boolean {
  return listener.paid_until !== null && listener.paid_until <= now;
}

/** @param now epoch milliseconds */
export async function savePasswordChange(db: Database, sub: string, now: number): Promise<void> {
  await db.insertInto('password_changes').values({ sub, changed_at: now }).execute();
}
