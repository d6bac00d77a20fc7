import { type Selectable, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { CURRENCY, PLANS } from '../context.ts';
import {
  type BillingService,
  BillingServiceError,
  type Checkout,
  ForgedMessageError,
  type Message,
  type Order,
  type PlanChange,
  type PlanDuration,
  type ReturnAddresses,
  type Subscription,
} from '../service.ts';
import type { BillingDatabase, BillingTables } from '../tables.ts';

export type DemoCheckout = Selectable<BillingTables['billing_demo_checkouts']>;

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS: Readonly<Record<PlanDuration, number>> = { monthly: 1, yearly: 12 };

/** The same day, some months later. The last day of a shorter month replaces a day that it lacks. */
function monthsLater(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** The period of a subscription at an instant, if it began at `start`. */
function periodAt(start: number, plan: PlanDuration, now: number): { start: number; end: number } {
  const at = (count: number): number => monthsLater(start, count * MONTHS[plan]);
  let count = 0;
  while (at(count + 1) <= now) count += 1;
  return { start: at(count), end: at(count + 1) };
}

/**
 * The payment service of the demonstration. It has pages like a real one, and no money moves. Subscriptions renew by
 * themselves as time passes. It sends no messages, because its pages tell billing directly.
 */
export class DemoService implements BillingService {
  readonly name = 'demo';

  constructor(
    private readonly db: BillingDatabase,
    private readonly clock: Clock,
    /** The path of its pages. */
    private readonly pages: string,
  ) {}

  async openCheckout(order: Order, { done, back }: ReturnAddresses): Promise<{ id: string; url: string }> {
    await this.db
      .insertInto('billing_demo_checkouts')
      .values({
        id: `demo_checkout_${randomUUID()}`,
        order_id: order.id,
        label: order.label,
        plan: order.plan,
        amount: order.amount,
        trial_days: order.trialDays,
        customer: order.customer ?? `demo_customer_${randomUUID()}`,
        state: 'open',
        subscription_id: null,
        done_url: done,
        back_url: back,
      })
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .execute();
    const { id } = await this.db
      .selectFrom('billing_demo_checkouts')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    return { id, url: `${new URL(done).origin}${this.pages}/checkout/${id}` };
  }

  async closeCheckout(id: string): Promise<void> {
    await this.db
      .updateTable('billing_demo_checkouts')
      .set({ state: 'expired' })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute();
  }

  async readCheckout(id: string): Promise<Checkout | null> {
    const found = await this.findCheckout(id);
    if (found === undefined) return null;
    switch (found.state) {
      case 'open':
      case 'expired':
        return { kind: found.state };
      case 'paid':
      case 'returned':
        return {
          kind: 'paid',
          amount: found.trial_days > 0 ? 0 : found.amount,
          currency: CURRENCY,
          subscription: found.subscription_id,
          payment: found.state === 'paid' ? 'paid' : 'refunded',
        };
    }
  }

  /** Its data are in the same database as the orders, and are never lost alone. */
  async readOrder(): Promise<null> {
    return null;
  }

  async readSubscription(id: string): Promise<Subscription | null> {
    const found = await this.db
      .selectFrom('billing_demo_subscriptions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return null;
    const { plan, customer, started_at, trial_start, cancel_at, is_returned } = found;
    const now = this.clock.now();
    const ended_at = found.ended_at ?? (cancel_at !== null && cancel_at <= now ? cancel_at : null);
    const last = Math.min(now, (ended_at ?? now + 1) - 1);
    const isTrialing = trial_start !== null && last < started_at;
    const period = isTrialing ? { start: trial_start, end: started_at } : periodAt(started_at, plan, last);
    return {
      id,
      plan,
      customer,
      started_at: trial_start ?? started_at,
      status: ended_at !== null ? 'ended' : isTrialing ? 'trialing' : 'active',
      period_start: period.start,
      period_end: period.end,
      cancel_at,
      ended_at,
      payment: is_returned ? 'refunded' : 'paid',
      lastPayment: isTrialing
        ? null
        : {
            id: `${id}/${period.start}`,
            amount: PLANS[plan].amount,
            currency: CURRENCY,
            paidAt: period.start,
          },
    };
  }

  async changePlan(id: string, plan: PlanDuration): Promise<PlanChange> {
    // A trial goes on.
    await this.db
      .updateTable('billing_demo_subscriptions')
      .set({ plan, started_at: sql`greatest(started_at, ${this.clock.now()}::bigint)`, cancel_at: null })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    return { kind: 'changed' };
  }

  async returnPayment(checkout: string): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      const returned = await transaction
        .updateTable('billing_demo_checkouts')
        .set({ state: 'returned' })
        .where('id', '=', checkout)
        .where('state', '=', 'paid')
        .returning('subscription_id')
        .executeTakeFirst();
      const subscription = returned?.subscription_id ?? null;
      if (subscription === null) return;
      await transaction
        .updateTable('billing_demo_subscriptions')
        .set({ is_returned: true, ended_at: this.clock.now() })
        .where('id', '=', subscription)
        .execute();
    });
  }

  async stopRenewing(id: string): Promise<void> {
    const current = await this.readSubscription(id);
    if (current === null || current.status === 'ended' || current.cancel_at !== null) return;
    await this.setCanceled(id, true);
  }

  async endSubscription(id: string): Promise<void> {
    await this.db
      .updateTable('billing_demo_subscriptions')
      .set({ ended_at: this.clock.now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }

  async openPortal(customer: string, back: string): Promise<string> {
    return `${new URL(back).origin}${this.pages}/portal/${customer}`;
  }

  readMessage(): Promise<Message> {
    return Promise.reject(new ForgedMessageError('The service of the demonstration sends no messages.'));
  }

  async messagesSince(): Promise<readonly Message[]> {
    return [];
  }

  findCheckout(id: string): Promise<DemoCheckout | undefined> {
    return this.db.selectFrom('billing_demo_checkouts').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** The listener presses Pay. Only the first time counts. */
  async pay(id: string): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      const paid = await transaction
        .updateTable('billing_demo_checkouts')
        .set({ state: 'paid' })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .returningAll()
        .executeTakeFirst();
      if (paid?.plan == null) return;
      const subscription = `demo_subscription_${randomUUID()}`;
      const now = this.clock.now();
      await transaction
        .insertInto('billing_demo_subscriptions')
        .values({
          id: subscription,
          order_id: paid.order_id,
          customer: paid.customer,
          plan: paid.plan,
          started_at: now + paid.trial_days * DAY_MS,
          trial_start: paid.trial_days > 0 ? now : null,
          cancel_at: null,
          ended_at: null,
          is_returned: false,
        })
        .execute();
      await transaction
        .updateTable('billing_demo_checkouts')
        .set({ subscription_id: subscription })
        .where('id', '=', id)
        .execute();
    });
  }

  /** The subscriptions of a payer that have not ended. */
  async subscriptionsOf(customer: string): Promise<readonly Subscription[]> {
    const rows = await this.db
      .selectFrom('billing_demo_subscriptions')
      .select('id')
      .where('customer', '=', customer)
      .orderBy('started_at', 'desc')
      .execute();
    const all = await Promise.all(rows.map(({ id }) => this.readSubscription(id)));
    return all.filter((each) => each !== null).filter(({ status }) => status !== 'ended');
  }

  /** The subscription ends with its current period, or renews again. */
  async setCanceled(id: string, isCanceled: boolean): Promise<void> {
    const current = await this.readSubscription(id);
    if (current === null || current.status === 'ended') {
      throw new BillingServiceError('This membership has ended.');
    }
    await this.db
      .updateTable('billing_demo_subscriptions')
      .set({ cancel_at: isCanceled ? current.period_end : null })
      .where('id', '=', id)
      .execute();
  }
}
