import {
  beginTrial,
  type BillingDependencies,
  BillingPart,
  briefly,
  MOST_AT_ONCE,
  type OrderRow,
  report,
  TRIES,
} from './context.ts';
import { BillingServiceError, type Checkout, type Subscription } from './service.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { BillingDatabase, BillingTransaction } from './tables.ts';
import { findDocument } from '../catalogue/find-item.ts';
import { addPaidPlan } from '../members/paid-plans.ts';
import { givePurchase, takePurchase } from '../members/purchases.ts';

const DAY_MS = 24 * 3_600_000;
/** The service is not asked more often about one order because of the listener's requests. */
const ASK_AGAIN_MS = 1_000;
/** An order without a checkout is being prepared by another request, or its process ended. */
const PREPARATION_MS = 20_000;

/** Brings orders up to date: a payment counts once, or is given back (ENT-60, ENT-64). */
export class Orders extends BillingPart {
  constructor(
    dependencies: BillingDependencies,
    private readonly subscriptions: Subscriptions,
  ) {
    super(dependencies);
  }

  /** True if an order is one of this listener. */
  async isOwn(sub: string, id: string): Promise<boolean> {
    return (await this.order(id))?.sub === sub;
  }

  /** The order of a listener after the checkout. Asks the service first. */
  async afterCheckout(sub: string, id: string): Promise<OrderRow | undefined> {
    const order = await this.order(id);
    if (order?.sub !== sub) return undefined;
    await this.settle(id);
    return this.order(id);
  }

  /** Asks the service about the open orders of a listener, for a limited time (ENT-61). Never fails. */
  async refresh(sub: string): Promise<void> {
    await briefly(
      this.settleOpen(sub, ASK_AGAIN_MS).catch((error: unknown) => report(this.dependencies, error)),
    );
  }

  async settleOpen(sub: string, notWithin = 0): Promise<void> {
    const orders = await this.db
      .selectFrom('billing_orders')
      .select('id')
      .where('sub', '=', sub)
      .where('state', '=', 'open')
      .where('service', '=', this.service.name)
      .where('asked_at', '<=', this.clock.now() - notWithin)
      .execute();
    for (const { id } of orders) await this.settle(id);
  }

  /**
   * Brings an order up to date. The state is read from the service, and stored only if nobody stored another one
   * meanwhile. Otherwise it is read again, so an older state never replaces a newer one.
   */
  async settle(id: string): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const order = await this.order(id);
      if (order === undefined || order.state === 'returned' || order.service !== this.service.name) return;
      if (order.state === 'returning') {
        await this.returnPayment(order);
        return;
      }
      if (order.checkout_id === null) {
        // The process that prepared it has ended.
        if (order.created_at < this.clock.now() - PREPARATION_MS) await this.setState(order, 'expired');
        return;
      }
      const checkout = await this.service.readCheckout(order.checkout_id);
      if (checkout?.kind === 'open' && order.created_at < this.clock.now() - DAY_MS) {
        // Nobody comes back to it. Otherwise the service would be asked for ever.
        await this.service.closeCheckout(order.checkout_id);
        continue;
      }
      const begun = checkout?.kind === 'paid' ? checkout.subscription : null;
      const subscription = begun === null ? null : await this.service.readSubscription(begun);
      const now = this.clock.now();
      const isStored = await this.db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('billing_orders')
          .set({ version: order.version + 1, asked_at: now })
          .where('id', '=', id)
          .where('version', '=', order.version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await this.apply(transaction, order, checkout, subscription);
        return true;
      });
      if (isStored) {
        const settled = await this.order(id);
        if (settled?.state === 'returning') await this.returnPayment(settled);
        // What was paid counts already. If the service fails here, the next reconciliation does it.
        else if (subscription !== null && settled?.sub != null)
          await this.subscriptions
            .stopOlderRenewals(settled.sub)
            .catch((error: unknown) => report(this.dependencies, error));
        return;
      }
    }
    throw new BillingServiceError(`The order ${id} changes all the time.`);
  }

  async unsettled(now: number): Promise<readonly string[]> {
    const orders = await this.db
      .selectFrom('billing_orders')
      .select('id')
      .where('state', 'in', ['open', 'returning'])
      .where('service', '=', this.service.name)
      .where('asked_at', '<=', now)
      .orderBy('asked_at')
      .limit(MOST_AT_ONCE)
      .execute();
    return orders.map(({ id }) => id);
  }

  private async apply(
    transaction: BillingTransaction,
    order: OrderRow,
    checkout: Checkout | null,
    subscription: Subscription | null,
  ): Promise<void> {
    if (checkout?.kind === 'open' || checkout?.kind === 'pending') return;
    if (checkout?.kind !== 'paid') {
      if (order.state === 'open') await this.setState(order, 'expired', transaction);
      return;
    }
    if (order.state === 'paid') {
      await this.keepPurchase(transaction, order, checkout);
      return;
    }
    const refusal = await this.acceptPayment(transaction, order, checkout, subscription);
    if (refusal === null) return;
    this.dependencies.log(`billing: the payment of order ${order.id} is given back: ${refusal}`);
    await this.setState(order, 'returning', transaction);
  }

  /**
   * Makes a payment count.
   *
   * @returns why it must not count; null if it does
   */
  private async acceptPayment(
    transaction: BillingTransaction,
    order: OrderRow,
    { amount, currency, payment }: Extract<Checkout, { kind: 'paid' }>,
    subscription: Subscription | null,
  ): Promise<string | null> {
    const { sub, item_id, plan, trial_days } = order;
    if (amount !== order.amount || currency !== order.currency) return 'another amount was paid';
    if (sub === null) return 'the account was deleted';
    const db: BillingDatabase = transaction;
    // One payment of a listener after the other.
    const listener = await transaction
      .selectFrom('listeners')
      .selectAll()
      .where('sub', '=', sub)
      .forUpdate()
      .executeTakeFirst();
    if (listener === undefined) return 'the account was deleted';
    if (item_id !== null) {
      if (payment !== 'paid') return 'the payment was taken back';
      const isGiven = await givePurchase(db, { sub, itemId: item_id, at: this.clock.now() });
      if (!isGiven) return 'the listener has the title already';
      // The title now belongs to this payment: what becomes of an earlier one does not take it away.
      await transaction
        .updateTable('billing_orders')
        .set({ has_given: false })
        .where('sub', '=', sub)
        .where('item_id', '=', item_id)
        .execute();
      await this.setState(order, 'paid', transaction, true);
      const label = (await this.titleOf(item_id, transaction)) ?? item_id;
      const { email } = listener;
      const paidAt = this.clock.now();
      await this.dependencies.tellReceipt(transaction, { sub, email, label, amount, currency, paidAt });
      return null;
    }
    if (plan === null || subscription === null) return 'it began no subscription';
    if ((await this.subscriptions.renewing(sub, transaction)) !== undefined)
      return 'the listener has a membership already';
    if (trial_days > 0 && !(await beginTrial(transaction, listener, this.clock.now())))
      return 'the trial was used before';
    const { lastPayment, ...columns } = subscription;
    await addPaidPlan(db, {
      ...columns,
      sub,
      service: this.service.name,
      version: 0,
      last_payment: lastPayment?.id ?? null,
    });
    await this.setState(order, 'paid', transaction);
    if (lastPayment !== null) await this.subscriptions.tellPayment(transaction, sub, plan, lastPayment);
    return null;
  }

  /** A title belongs to its buyer as long as its payment was not taken back. */
  private async keepPurchase(
    transaction: BillingTransaction,
    { sub, item_id, has_given, created_at }: OrderRow,
    { payment }: Extract<Checkout, { kind: 'paid' }>,
  ): Promise<void> {
    if (sub === null || item_id === null || !has_given) return;
    const db: BillingDatabase = transaction;
    if (payment === 'paid') {
      await givePurchase(db, { sub, itemId: item_id, at: created_at });
      return;
    }
    await takePurchase(db, sub, item_id);
  }

  private async titleOf(itemId: string, db: BillingDatabase): Promise<string | undefined> {
    return (await findDocument(db, itemId))?.title;
  }

  private order(id: string): Promise<OrderRow | undefined> {
    return this.db.selectFrom('billing_orders').selectAll().where('id', '=', id).executeTakeFirst();
  }

  private async returnPayment(order: OrderRow): Promise<void> {
    if (order.checkout_id !== null) await this.service.returnPayment(order.checkout_id);
    await this.setState(order, 'returned');
  }

  async setState(
    { id }: OrderRow,
    state: OrderRow['state'],
    db: BillingDatabase = this.db,
    hasGiven = false,
  ): Promise<void> {
    await db.updateTable('billing_orders').set({ state, has_given: hasGiven }).where('id', '=', id).execute();
  }
}
