import { type Generated, type Kysely, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';
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

/** Orders, subscriptions, and the invented payment service of the demonstration. */
const SCHEMA = `
create table billing_orders (
  id text primary key,
  service text not null,
  sub text,
  plan text,
  item_id text,
  amount integer not null,
  currency text not null,
  state text not null,
  checkout_id text unique,
  checkout_url text,
  has_given boolean not null,
  version integer not null,
  asked_at bigint not null,
  created_at bigint not null,
  trial_days integer not null default 0
);
-- A listener has one open checkout for plans, and one for each title. So two tabs cannot pay twice (ENT-58).
create unique index billing_orders_open on billing_orders (sub, coalesce(item_id, ''))
  where state = 'open';
create index billing_orders_of_sub on billing_orders (sub);
create index billing_orders_unsettled on billing_orders (asked_at)
  where state in ('open', 'returning');

create table billing_events (
  id text primary key,
  service text not null,
  is_done boolean not null,
  received_at bigint not null
);
create index billing_events_newest on billing_events (service, received_at desc);

create table billing_sessions (
  token_hash text primary key,
  sub text not null,
  expires_at bigint not null
);

create table billing_sign_in_codes (
  code_hash text primary key,
  sub text not null,
  expires_at bigint not null
);

create table billing_trials (
  person text primary key,
  begun_at bigint not null
);

create table billing_demo_checkouts (
  id text primary key,
  order_id text not null unique,
  label text not null,
  plan text,
  amount integer not null,
  customer text not null,
  state text not null,
  subscription_id text,
  done_url text not null,
  back_url text not null,
  trial_days integer not null default 0
);

create table billing_demo_subscriptions (
  id text primary key,
  order_id text not null,
  customer text not null,
  plan text not null,
  started_at bigint not null,
  cancel_at bigint,
  ended_at bigint,
  is_returned boolean not null,
  trial_start bigint
);
`;

export const billingMigrations: Record<string, Migration> = { '0001_initial': statements(SCHEMA) };
