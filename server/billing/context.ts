import { type Selectable, sql } from 'kysely';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ENGLISH, localeOf, withOwnDirection } from 'audio-streaming-translations/languages';
import { message } from 'audio-streaming-translations/message';
import type { BillingService, Order, PlanDuration } from './service.ts';
import type { BillingDatabase, BillingTables, BillingTransaction } from './tables.ts';
import type { ItemDocument } from '../catalogue/tables.ts';
import type { Clock } from '../clock.ts';
import { addSetting, openSecret, readSetting } from '../db/settings.ts';
import type { Listener } from '../members/listeners.ts';

/** Whole cents of US dollars. */
export const CURRENCY = 'usd';

/** The prices of the plans (ENT-40). */
export const PLANS: Readonly<Record<PlanDuration, { readonly label: string; readonly amount: number }>> = {
  monthly: { label: message('Monthly membership'), amount: 1499 },
  yearly: { label: message('Annual membership'), amount: 6999 },
};

const perMonth = (amount: number): number => Math.floor(amount / 12) / 100;

/** The plans as the app offers them, with the prices that are charged (ENT-79). */
export const planOffer = () =>
  [
    {
      name: 'Annual',
      price: PLANS.yearly.amount / 100,
      pricePerMonth: perMonth(PLANS.yearly.amount),
      isPreselected: true,
    },
    { name: 'Monthly', price: PLANS.monthly.amount / 100 },
  ] as const;

/** The price of a title outside the window of its discount. The catalogue has no field for it. */
const FULL_AMOUNT = 1499;

type Priced = Pick<
  ItemDocument,
  'discount_price' | 'discount_start' | 'discount_end' | 'valid_from' | 'valid_till'
>;

/**
 * The price of a title at an instant, in cents (ENT-57). Null if it is not sold then: it has no price, or nobody could
 * hear it.
 */
export function priceOf(item: Priced, now: number): number | null {
  const { discount_price, discount_start, discount_end, valid_from, valid_till } = item;
  if (discount_price === null || discount_price <= 0) return null;
  const amount = Math.round(discount_price * 100);
  const isDiscounted =
    discount_start !== null &&
    discount_end !== null &&
    Date.parse(discount_start) < now &&
    now < Date.parse(discount_end);
  if (isDiscounted) return amount;
  const isValid =
    (valid_from === null || Date.parse(valid_from) <= now) &&
    (valid_till === null || now < Date.parse(valid_till));
  return isValid ? Math.max(amount, FULL_AMOUNT) : null;
}

/** `$69.99` for 6999, as a language writes it (LANG-15). */
export const dollars = (amount: number, language: string): string =>
  language === ENGLISH
    ? `$${(amount / 100).toFixed(2)}`
    : withOwnDirection(
        new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: CURRENCY }).format(
          amount / 100,
        ),
        language,
      );

/** A day in the words of a language. */
export const dayIn = (language: string, instant: number): string =>
  new Date(instant).toLocaleDateString(language === ENGLISH ? 'en-US' : localeOf(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });

export type OrderRow = Selectable<BillingTables['billing_orders']>;

/** Somebody has paid. The listener should get a receipt. */
export interface Receipt {
  readonly sub: string;
  readonly email: string;
  readonly label: string;
  /** Whole cents. */
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: number;
}

export interface BillingDependencies {
  readonly db: BillingDatabase;
  readonly clock: Clock;
  readonly pool: { getVerifiedEmail(sub: string): Promise<string | undefined> };
  readonly service: BillingService;
  readonly log: (line: string) => void;
  /** The days before the first payment of somebody's first plan. Zero: there are no trials. */
  readonly trialDays: number;
  /** Called once for each payment that counts, in the transaction that makes it count. */
  readonly tellReceipt: (transaction: BillingTransaction, receipt: Receipt) => Promise<void>;
}

/** What the parts of the billing share. */
export abstract class BillingPart {
  protected readonly db: BillingDatabase;
  protected readonly service: BillingService;
  protected readonly clock: Clock;

  constructor(protected readonly dependencies: BillingDependencies) {
    this.db = dependencies.db;
    this.service = dependencies.service;
    this.clock = dependencies.clock;
  }
}

/** What changes all the time is read again this often. */
export const TRIES = 5;
export const MOST_AT_ONCE = 200;
/** A listener waits this long for the service at most, if the page does not depend on it. The work goes on afterwards. */
const LONGEST_WAIT_MS = 1_200;

/** Waits for work that goes on if it takes longer. */
export async function briefly(work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const limit = wait(LONGEST_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([work, limit]);
  patience.abort();
}

/** What is paid at the checkout. */
export const dueOf = ({ amount, trialDays }: Pick<Order, 'amount' | 'trialDays'>): number =>
  trialDays > 0 ? 0 : amount;

/** The name of this provider at the payment service. */
export async function sellerOf(db: BillingDatabase): Promise<string> {
  const name = 'billing/seller';
  const made = randomUUID();
  await addSetting(db, name, made);
  return (await readSetting(db, name)) ?? made;
}

export const report = ({ log }: Pick<BillingDependencies, 'log'>, error: unknown): void =>
  log(`billing: ${error instanceof Error ? error.message : String(error)}`);

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
