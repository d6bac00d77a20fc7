import type { Selectable } from 'kysely';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { BillingService, Order } from './service.ts';
import type { BillingDatabase, BillingTables, BillingTransaction } from './tables.ts';

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
/** A listener waits this long for the service at most, if the answer does not depend on it. The work goes on afterwards. */
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
  await db
    .insertInto('provider_settings')
    .values({ name, value: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('provider_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

export const report = ({ log }: Pick<BillingDependencies, 'log'>, error: unknown): void =>
  log(`billing: ${error instanceof Error ? error.message : String(error)}`);
