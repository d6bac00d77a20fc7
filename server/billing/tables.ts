import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from '../members/tables.ts';

/**
 * - `open`: the listener may pay at the checkout
 * - `paid`: it counts
 * - `expired`: nobody can pay any more
 * - `returning`: it was paid, must not count, and the money is on its way back
 * - `returned`: the service has given the money back
 */
export type OrderState = 'open' | 'paid' | 'expired' | 'returning' | 'returned';

interface OrdersTable {
  id: string;
  service: string;
  /** Null after the listener deleted the account. */
  sub: string | null;
  plan: 'monthly' | 'yearly' | null;
  /** The title that is bought. Null for a plan. */
  item_id: string | null;
  /** Whole cents that are due at the checkout. */
  amount: number;
  currency: string;
  /** The days before the first payment of a plan. */
  trial_days: Generated<number>;
  state: OrderState;
  /** The id of the checkout at the service, and the address of its page. Null until the service has made it. */
  checkout_id: string | null;
  checkout_url: string | null;
  /** True if the purchase of the title comes from this order, and goes with it. */
  has_given: boolean;
  /** Counts the changes, so that an older state never replaces a newer one. */
  version: number;
  /** When the service was last asked. */
  asked_at: number;
  created_at: number;
}

interface DemoCheckoutsTable {
  id: string;
  order_id: string;
  label: string;
  plan: 'monthly' | 'yearly' | null;
  /** The price of the title, or of each period of the plan. */
  amount: number;
  trial_days: Generated<number>;
  customer: string;
  state: 'open' | 'expired' | 'paid' | 'returned';
  subscription_id: string | null;
  done_url: string;
  back_url: string;
}

interface DemoSubscriptionsTable {
  id: string;
  order_id: string;
  customer: string;
  plan: 'monthly' | 'yearly';
  /** The start of the first period that is paid. */
  started_at: number;
  /** The start of the trial before it. Null without a trial. */
  trial_start: number | null;
  /** When it ends because it was canceled. */
  cancel_at: number | null;
  ended_at: number | null;
  is_returned: boolean;
}

/** The tables of billing alone. Instants are epoch milliseconds. */
export type OwnBillingTables = {
  billing_orders: OrdersTable;
  /** The messages of the service that were received. A message that comes again changes nothing. */
  billing_events: { id: string; service: string; is_done: boolean; received_at: number };
  /** Who uses the billing pages in a browser. */
  billing_sessions: { token_hash: string; sub: string; expires_at: number };
  /** Codes of one use that sign a listener of the app in to a billing page. */
  billing_sign_in_codes: { code_hash: string; sub: string; expires_at: number };
  /** Who had a trial, as a keyed hash of the address: it stays when the account is deleted. */
  billing_trials: { person: string; begun_at: number };
  billing_demo_checkouts: DemoCheckoutsTable;
  billing_demo_subscriptions: DemoSubscriptionsTable;
};

export type BillingTables = Tables & OwnBillingTables;

export type BillingDatabase = Kysely<BillingTables>;
export type BillingTransaction = Transaction<BillingTables>;

async function createBilling(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('billing_orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('sub', 'text')
    .addColumn('plan', 'text')
    .addColumn('item_id', 'text')
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.unique())
    .addColumn('checkout_url', 'text')
    .addColumn('has_given', 'boolean', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  // A listener has one open checkout for plans, and one for each title. So two tabs cannot pay twice (ENT-58).
  await sql`create unique index billing_orders_open on billing_orders (sub, coalesce(item_id, ''))
    where state = 'open'`.execute(db);
  await sql`create index billing_orders_of_sub on billing_orders (sub)`.execute(db);
  await sql`create index billing_orders_unsettled on billing_orders (asked_at)
    where state in ('open', 'returning')`.execute(db);
  await db.schema
    .createTable('billing_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('sub', 'text')
    .addColumn('customer', 'text')
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('period_start', 'bigint', (column) => column.notNull())
    .addColumn('period_end', 'bigint', (column) => column.notNull())
    .addColumn('cancel_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await sql`create index billing_subscriptions_of_sub on billing_subscriptions (sub)`.execute(db);
  await sql`create index billing_subscriptions_due on billing_subscriptions (period_end)
    where status <> 'ended'`.execute(db);
  await db.schema
    .createTable('billing_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('is_done', 'boolean', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index billing_events_newest on billing_events (service, received_at desc)`.execute(db);
  await db.schema
    .createTable('billing_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createDemoService(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('billing_demo_checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('customer', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('subscription_id', 'text')
    .addColumn('done_url', 'text', (column) => column.notNull())
    .addColumn('back_url', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('billing_demo_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('customer', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('cancel_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('is_returned', 'boolean', (column) => column.notNull())
    .execute();
}

async function addStarts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('billing_subscriptions')
    .addColumn('started_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function addLastPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('billing_subscriptions').addColumn('last_payment', 'text').execute();
}

async function addTrials(db: Kysely<unknown>): Promise<void> {
  for (const table of ['billing_orders', 'billing_demo_checkouts']) {
    await db.schema
      .alterTable(table)
      .addColumn('trial_days', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable('billing_demo_subscriptions').addColumn('trial_start', 'bigint').execute();
  await db.schema
    .createTable('billing_trials')
    .addColumn('person', 'text', (column) => column.primaryKey())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function addSignInCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('billing_sign_in_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

export const billingMigrations: Record<string, Migration> = {
  '0001_billing': { up: createBilling },
  '0002_demo_service': { up: createDemoService },
  '0003_starts': { up: addStarts },
  '0004_last_payments': { up: addLastPayments },
  '0005_trials': { up: addTrials },
  '0006_sign_in_codes': { up: addSignInCodes },
};
