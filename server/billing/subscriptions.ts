import { sql } from 'kysely';
import { BillingPart, MOST_AT_ONCE, PLANS, TRIES } from './context.ts';
import { endPaidPlan, removeDisownedPlan, renewPaidPlan } from '../members/paid-plans.ts';
import { BillingServiceError, type Payment, type PlanChange, type PlanDuration } from './service.ts';
import type { BillingDatabase, BillingTransaction } from './tables.ts';

/** Keeps the subscriptions as the payment service has them. A listener pays for one at a time (ENT-72). */
export class Subscriptions extends BillingPart {
  /**
   * Changes the plan that a listener pays for (ENT-59, ENT-90).
   *
   * @returns `none` if they pay for none
   */
  async changePlan(sub: string, plan: PlanDuration): Promise<PlanChange | { readonly kind: 'none' }> {
    const current = await this.renewing(sub);
    if (current === undefined) return { kind: 'none' };
    if (current.plan === plan) return { kind: 'changed' };
    const change = await this.service.changePlan(current.id, plan, PLANS[plan].amount);
    await this.update(current.id);
    if (change.kind !== 'changed') return change;
    // What counts is the state of the service, and not its response to the change.
    const now = await this.renewing(sub);
    return now?.plan === plan ? change : { kind: 'declined', url: null };
  }

  /** The address where the listener sees and cancels what they pay for. Null if they never paid for a plan. */
  async portal(sub: string, back: string): Promise<string | null> {
    const customer = await this.customerOf(sub);
    return customer === null ? null : this.service.openPortal(customer, back);
  }

  /** Brings a subscription up to date, as `settle` does with an order. One that belongs to no listener is left out. */
  async update(id: string): Promise<void> {
    const sub = await this.store(id);
    if (sub !== null) await this.stopOlderRenewals(sub);
  }

  /**
   * A listener pays for one membership at a time (ENT-72). A second one can renew again after it was suspended by a
   * dispute, refunded, or canceled, while the listener has bought another one. The newest of those that are paid goes
   * on. The others end with the period that was paid for, or at once if nothing was.
   */
  async stopOlderRenewals(sub: string): Promise<void> {
    const [, ...older] = await this.charging()
      .select(['id', 'status', 'payment'])
      .where('sub', '=', sub)
      .orderBy(sql`payment = 'paid'`, 'desc')
      .orderBy(sql`status = 'past-due'`)
      .orderBy('started_at', 'desc')
      .execute();
    for (const { id, status, payment } of older) {
      const isPaid = payment !== 'refunded' && status !== 'past-due';
      await (isPaid ? this.service.stopRenewing(id) : this.service.endSubscription(id));
      this.dependencies.log(
        `billing: the subscription ${id} renews no more, because its payer has a newer one.`,
      );
      await this.store(id);
    }
  }

  /** The listeners for whom more than one subscription renews. */
  async payersOfSeveral(): Promise<readonly string[]> {
    const payers = await this.charging()
      .select('sub')
      .where('sub', 'is not', null)
      .groupBy('sub')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .limit(MOST_AT_ONCE)
      .execute();
    return payers.map(({ sub }) => sub).filter((sub) => sub !== null);
  }

  /** True if a payer at the service is this listener. */
  async isOwnCustomer(sub: string, customer: string): Promise<boolean> {
    const own = await this.db
      .selectFrom('billing_subscriptions')
      .select('id')
      .where('customer', '=', customer)
      .where('sub', '=', sub)
      .executeTakeFirst();
    return own !== undefined;
  }

  /** @returns the listener; null if there is none, or if the service does not know the subscription */
  async store(id: string): Promise<string | null> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const stored = await this.db
        .selectFrom('billing_subscriptions')
        .select(['version', 'sub', 'last_payment'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (stored?.sub == null) return null;
      const current = await this.service.readSubscription(id);
      if (current === null) {
        await this.endUnknown(id);
        return null;
      }
      const { sub, version, last_payment } = stored;
      const { lastPayment, ...columns } = current;
      const isStored = await this.db.transaction().execute(async (transaction) => {
        const change = { ...columns, last_payment: lastPayment?.id ?? last_payment };
        const own: BillingDatabase = transaction;
        if (!(await renewPaidPlan(own, { id, version }, change))) return false;
        const isNew = lastPayment !== null && lastPayment.id !== last_payment;
        if (isNew && current.payment === 'paid')
          await this.tellPayment(transaction, sub, current.plan, lastPayment);
        return true;
      });
      if (isStored) return sub;
    }
    throw new BillingServiceError(`The subscription ${id} changes all the time.`);
  }

  /** The service does not know a subscription, for example because its keys were changed. It must not block new ones. */
  private async endUnknown(id: string): Promise<void> {
    await endPaidPlan(this.db, id, this.clock.now());
    this.dependencies.log(
      `billing: the payment service does not know the subscription ${id}. It has ended here.`,
    );
  }

  /** Sends the receipt for a period of a plan (SES-94). */
  async tellPayment(
    transaction: BillingTransaction,
    sub: string,
    plan: PlanDuration,
    { amount, currency, paidAt }: Payment,
  ): Promise<void> {
    const listener = await transaction
      .selectFrom('listeners')
      .select('email')
      .where('sub', '=', sub)
      .executeTakeFirst();
    if (listener === undefined) return;
    const { label } = PLANS[plan];
    const { email } = listener;
    await this.dependencies.tellReceipt(transaction, { sub, email, label, amount, currency, paidAt });
  }

  /** The subscription that a listener pays for now and that renews by itself. */
  renewing(sub: string, db: BillingDatabase = this.db) {
    return this.charging(db)
      .select(['id', 'plan', 'customer'])
      .where('sub', '=', sub)
      .where('payment', '=', 'paid')
      .executeTakeFirst();
  }

  /** The subscriptions whose payers the service will charge again. */
  charging(db: BillingDatabase = this.db) {
    return db
      .selectFrom('billing_subscriptions')
      .where('service', '=', this.service.name)
      .where('status', 'not in', ['ended', 'unpaid'])
      .where('cancel_at', 'is', null);
  }

  async customerOf(sub: string): Promise<string | null> {
    const found = await this.db
      .selectFrom('billing_subscriptions')
      .select('customer')
      .where('sub', '=', sub)
      .where('service', '=', this.service.name)
      .where('customer', 'is not', null)
      .orderBy('period_end', 'desc')
      .executeTakeFirst();
    return found?.customer ?? null;
  }

  /** Subscriptions whose period is over, and those of deleted accounts. */
  due(now: number) {
    return this.db
      .selectFrom('billing_subscriptions')
      .select(['id', 'sub'])
      .where('service', '=', this.service.name)
      .where((each) =>
        each.or([
          each('sub', 'is', null),
          each.and([each('status', 'not in', ['ended', 'unpaid']), each('period_end', '<=', now)]),
        ]),
      )
      .orderBy('period_end')
      .limit(MOST_AT_ONCE)
      .execute();
  }

  async endOrphan(id: string): Promise<void> {
    await this.service.endSubscription(id);
    await removeDisownedPlan(this.db, id);
  }
}
