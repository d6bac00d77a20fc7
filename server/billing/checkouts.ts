import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { readListener } from '../members/listeners.ts';
import { isSubscribed } from '../members/membership.ts';
import {
  type BillingDependencies,
  BillingPart,
  CURRENCY,
  dueOf,
  isTrialPossible,
  type OrderRow,
  PLANS,
  priceOf,
  sellerOf,
  TRIES,
} from './context.ts';
import type { Orders } from './orders.ts';
import { BillingServiceError, type Order, type PlanDuration, type ReturnAddresses } from './service.ts';
import type { Subscriptions } from './subscriptions.ts';

export type Wanted =
  { readonly kind: 'plan'; readonly plan: PlanDuration } | { readonly kind: 'title'; readonly id: string };

/** What happens when a listener wants to buy something. */
export type Begun =
  | { readonly kind: 'checkout'; readonly url: string }
  /** They pay for this plan already. */
  | { readonly kind: 'same-plan'; readonly customer: string | null }
  /** They pay for the other plan. */
  | { readonly kind: 'other-plan'; readonly from: PlanDuration; readonly to: PlanDuration }
  /** They hear everything without paying here. */
  | { readonly kind: 'member' }
  | { readonly kind: 'owned'; readonly title: string }
  | { readonly kind: 'not-sold'; readonly title: string | null };

/** What a checkout sells. */
type Offer = Pick<Order, 'plan' | 'itemId' | 'label' | 'amount' | 'trialDays'>;

/** Sells plans and titles: opens one checkout for what a listener wants (ENT-58). */
export class Checkouts extends BillingPart {
  constructor(
    dependencies: BillingDependencies,
    private readonly orders: Orders,
    private readonly subscriptions: Subscriptions,
  ) {
    super(dependencies);
  }

  /**
   * A listener wants to buy something. Nothing is charged by this.
   *
   * @param returnsOf the addresses of an order
   */
  async begin(sub: string, wanted: Wanted, returnsOf: (orderId: string) => ReturnAddresses): Promise<Begun> {
    await this.orders.settleOpen(sub);
    for (let attempt = 0; attempt < TRIES * 10; attempt += 1) {
      const listener = await readListener(this.dependencies, sub);
      const offer =
        wanted.kind === 'plan'
          ? await this.offerPlan(sub, wanted.plan)
          : await this.offerTitle(sub, wanted.id);
      if ('kind' in offer) return offer;
      const open = await this.openOrder(sub, offer.itemId);
      if (open !== undefined) {
        const isSame =
          open.plan === offer.plan && open.amount === dueOf(offer) && open.trial_days === offer.trialDays;
        if (isSame && open.checkout_url !== null) return { kind: 'checkout', url: open.checkout_url };
        await this.replace(open);
        continue;
      }
      const id = await this.insertOrder(sub, offer);
      if (id === null) continue;
      const customer = await this.subscriptions.customerOf(sub);
      const { email } = listener;
      const seller = await sellerOf(this.db);
      const checkout = await this.prepare(id, () =>
        this.service.openCheckout({ id, sub, email, customer, seller, ...offer }, returnsOf(id)),
      );
      return { kind: 'checkout', url: checkout.url };
    }
    throw new BillingServiceError('The checkout of this listener changes all the time.');
  }

  /** What a listener who wants a plan pays, or why they do not pay. */
  private async offerPlan(sub: string, plan: PlanDuration): Promise<Offer | Begun> {
    const paidFor = await this.subscriptions.renewing(sub);
    if (paidFor !== undefined) {
      return paidFor.plan === plan
        ? { kind: 'same-plan', customer: paidFor.customer }
        : { kind: 'other-plan', from: paidFor.plan, to: plan };
    }
    const listener = await readListener(this.dependencies, sub);
    const lasts = !listener.is_canceled && !listener.is_trialing;
    if (lasts && isSubscribed(listener, this.clock.now())) return { kind: 'member' };
    const trialDays = (await isTrialPossible(this.dependencies, listener)) ? this.dependencies.trialDays : 0;
    return { plan, itemId: null, ...PLANS[plan], trialDays };
  }

  /** What a listener who wants a title pays, or why they do not pay. */
  private async offerTitle(sub: string, itemId: string): Promise<Offer | Begun> {
    const item = await this.db
      .selectFrom('items')
      .select(['document', 'parent_id'])
      .where('id', '=', itemId)
      .executeTakeFirst();
    if (item === undefined) return { kind: 'not-sold', title: null };
    const { document } = item;
    const { title } = document;
    const owned = await this.db
      .selectFrom('purchases')
      .select('item_id')
      .where('sub', '=', sub)
      .where(
        sql<boolean>`item_id = any(${[itemId, item.parent_id, document.content_id].filter((id) => id !== null)})`,
      )
      .executeTakeFirst();
    if (owned !== undefined) return { kind: 'owned', title };
    const now = this.clock.now();
    if (isSubscribed(await readListener(this.dependencies, sub), now)) return { kind: 'member' };
    const amount = priceOf(document, now);
    if (amount === null) return { kind: 'not-sold', title };
    return { plan: null, itemId, label: title, amount, trialDays: 0 };
  }

  private openOrder(sub: string, itemId: string | null): Promise<OrderRow | undefined> {
    return this.db
      .selectFrom('billing_orders')
      .selectAll()
      .where('sub', '=', sub)
      .where('state', '=', 'open')
      .where('item_id', itemId === null ? 'is' : '=', itemId)
      .executeTakeFirst();
  }

  /** @returns null if another request has just begun an order for the same */
  private async insertOrder(sub: string, offer: Offer): Promise<string | null> {
    const now = this.clock.now();
    const inserted = await this.db
      .insertInto('billing_orders')
      .values({
        id: randomUUID(),
        service: this.service.name,
        sub,
        plan: offer.plan,
        item_id: offer.itemId,
        amount: dueOf(offer),
        trial_days: offer.trialDays,
        currency: CURRENCY,
        state: 'open',
        checkout_id: null,
        checkout_url: null,
        has_given: false,
        version: 0,
        asked_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted?.id ?? null;
  }

  private async prepare(id: string, open: () => Promise<{ readonly id: string; readonly url: string }>) {
    try {
      const checkout = await open();
      await this.db
        .updateTable('billing_orders')
        .set({ checkout_id: checkout.id, checkout_url: checkout.url })
        .where('id', '=', id)
        .execute();
      return checkout;
    } catch (error) {
      await this.db.updateTable('billing_orders').set({ state: 'expired' }).where('id', '=', id).execute();
      throw error;
    }
  }

  /** Another request prepares this order, or the order is for something else: waits for it, or closes it. */
  private async replace(order: OrderRow): Promise<void> {
    if (order.checkout_id === null) {
      await wait(100);
    } else if (order.service === this.service.name) {
      await this.service.closeCheckout(order.checkout_id);
    } else {
      // A service that was used before. Its checkout has long expired.
      await this.orders.setState(order, 'expired');
      return;
    }
    await this.orders.settle(order.id);
  }
}
