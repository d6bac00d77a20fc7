import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely';
import { forgetEditor } from '../catalogue/publish/edits.ts';
import type { Clock } from '../clock.ts';
import { removeMails } from '../mail/outbox.ts';
import { forgetPerson } from './audit.ts';
import { whyMemberStays } from './manage-members.ts';
import { bestPlan, type BilledSubscription, type ListenerPlan } from './membership.ts';
import type { Database, Role, Tables } from './tables.ts';

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
  const found = await findListener(context, sub);
  if (found !== undefined) return found;
  const email = (await context.pool.getVerifiedEmail(sub)) ?? '';
  await addListener(context, { sub, email, full_name: '' });
  return (
    (await findListener(context, sub)) ??
    Promise.reject(new Error('A listener was removed while being added.'))
  );
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
 * Adds a listener with a plan. An existing listener gets the plan, and keeps the rest.
 *
 * @returns true if the listener is new
 */
export async function saveListenerWithPlan(
  db: Database,
  listener: ListenerPlan & Pick<Listener, 'sub' | 'email' | 'full_name'>,
  now: number,
): Promise<boolean> {
  const { sub, email, full_name, ...plan } = listener;
  const row = await db
    .insertInto('listeners')
    .values({ sub, email, full_name, ...plan, created_at: now })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet(plan))
    // A row that this statement inserted has no deleting transaction.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return row.is_new;
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
  const emails = [email, ...(await storedAddress(transaction, sub))].filter((each) => each !== '');
  await sql`delete from login_attempts where email = any(${emails})`.execute(transaction);
  await forgetEditor(transaction, sub);
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

/**
 * Gives a listener another address, in the transaction that changes it (SES-105). What was stored about the former one is
 * deleted, because it would outlive the account.
 *
 * @param to in lower case
 */
export async function changeAddress(
  transaction: QueryExecutorProvider,
  { sub, from = '', to }: { readonly sub: string; readonly from?: string; readonly to: string },
): Promise<void> {
  const former = [from, ...(await storedAddress(transaction, sub))].filter((each) => each !== to);
  await sql`delete from login_attempts where email = any(${former})`.execute(transaction);
  await sql`update listeners set email = ${to} where sub = ${sub}`.execute(transaction);
}

export async function changeName(
  transaction: QueryExecutorProvider,
  sub: string,
  name: string,
): Promise<void> {
  await sql`update listeners set full_name = ${name} where sub = ${sub}`.execute(transaction);
}

export async function changeLanguage(
  transaction: QueryExecutorProvider,
  sub: string,
  language: string,
): Promise<void> {
  await sql`update listeners set language = ${language} where sub = ${sub}`.execute(transaction);
}

/**
 * The language that a listener chose (LANG-9). Null if there is none, or no such listener.
 *
 * @param email of a person who is not known by a `sub`
 */
export async function storedLanguage(
  db: QueryExecutorProvider,
  sub: string | null,
  email = '',
): Promise<string | null> {
  const person = sub === null ? sql`email = ${email.toLowerCase()}` : sql`sub = ${sub}`;
  const { rows } = await sql<{ language: string | null }>`
    select language from listeners where ${person}
  `.execute(db);
  return rows[0]?.language ?? null;
}

async function storedAddress(transaction: QueryExecutorProvider, sub: string): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`select email from listeners where sub = ${sub}`.execute(
    transaction,
  );
  return rows.map(({ email }) => email);
}

/** The name of a member: the address if there is no name. Null if there is no such member. */
export async function nameOfMember(db: QueryExecutorProvider, sub: string | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(full_name), ''), email) as name from listeners where sub = ${sub}
  `.execute(db);
  return rows[0]?.name ?? null;
}

/** A publisher or an owner. */
export interface Editor {
  readonly email: string;
  readonly name: string;
  readonly role: Exclude<Role, 'listener'>;
}

/** Undefined if this member is neither publisher nor owner. */
export async function findEditor(db: QueryExecutorProvider, sub: string): Promise<Editor | undefined> {
  const { rows } = await sql<Editor>`
    select email, full_name as name, role from listeners where sub = ${sub} and role <> 'listener'
  `.execute(db);
  return rows[0];
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
  'mail_plan_ends',
  'group_gifts',
] as const;

/** The record of a listener with the plan that counts now; undefined without one. */
export async function findListener(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  sub: string,
): Promise<Listener | undefined> {
  const [row] = (await rowOfListener(sub).execute(db)).rows;
  return row && listenerOfRow(row, clock.now());
}

/** What a statement reads of a listener: the record, and the subscriptions that are paid for. */
export type ListenerRow = Listener & { readonly billed: readonly BilledSubscription[] };

export const rowOfListener = (sub: string): RawBuilder<ListenerRow> => sql`
  select listeners.*, (
    select coalesce(json_agg(each), '[]') from billing_subscriptions as each where each.sub = listeners.sub
  ) as billed
  from listeners where sub = ${sub}`;

/** The record with the plan that counts at an instant (ENT-56). */
export function listenerOfRow({ billed, ...listener }: ListenerRow, now: number): Listener {
  return { ...listener, ...bestPlan(planOfRow(listener), billed, now) };
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
