import { type Selectable, sql } from 'kysely';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { openSecret } from '../db/secret.ts';
import { type Listener, readListener } from '../members/listeners.ts';
import { isSubscribed } from '../members/membership.ts';
import { CURRENCY, PLANS, priceOf } from './prices.ts';
import {
  type BillingService,
  BillingServiceError,
  type Change,
  type Checkout,
  type Message,
  type Order,
  type Payment,
  type PlanDuration,
  type ReturnAddresses,
  type Subscription,
} from './service.ts';
import type { BillingDatabase, BillingTables, BillingTransaction } from './tables.ts';

type OrderRow = Selectable<BillingTables['billing_orders']>;

/** What a listener wants to buy. */
export type Wanted =
  { readonly kind: 'plan'; readonly plan: PlanDuration } | { readonly kind: 'title'; readonly id: string };

/** What happens when a listener wants to buy something. */
export type Begun =
  /** They can pay at this address. */
  | { readonly kind: 'checkout'; readonly url: string }
  /** They pay for this plan already. */
  | { readonly kind: 'same-plan'; readonly customer: string | null }
  /** They pay for the other plan. */
  | { readonly kind: 'other-plan'; readonly from: PlanDuration; readonly to: PlanDuration }
  /** They hear everything without paying here. */
  | { readonly kind: 'member' }
  | { readonly kind: 'owned'; readonly title: string }
  | { readonly kind: 'not-sold'; readonly title: string | null };

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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A listener waits this long for the service at most, if the answer does not depend on it. The work goes on afterwards. */
const LONGEST_WAIT_MS = 1_200;
/** The service is not asked more often about one order because of the listener's requests. */
const ASK_AGAIN_MS = 1_000;
/** An order without a checkout is being prepared by another request, or its process ended. */
const PREPARATION_MS = 20_000;
const TRIES = 5;
const MOST_AT_ONCE = 200;
const EVENTS_KEPT_MS = 60 * DAY_MS;

/** Sells plans and titles through a payment service, and keeps what was sold up to date. */
export class Billing {
  readonly service: BillingService;
  private readonly db: BillingDatabase;
  private readonly clock: Clock;

  constructor(private readonly dependencies: BillingDependencies) {
    this.service = dependencies.service;
    this.db = dependencies.db;
    this.clock = dependencies.clock;
  }

  /**
   * A listener wants to buy something. Nothing is charged by this.
   *
   * @param returnsOf the addresses of an order
   */
  async begin(sub: string, wanted: Wanted, returnsOf: (orderId: string) => ReturnAddresses): Promise<Begun> {
    await this.settleOpenOrders(sub);
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
      const customer = await this.customerOf(sub);
      const { email } = listener;
      const seller = await this.seller();
      const checkout = await this.prepare(id, () =>
        this.service.openCheckout({ id, sub, email, customer, seller, ...offer }, returnsOf(id)),
      );
      return { kind: 'checkout', url: checkout.url };
    }
    throw new BillingServiceError('The checkout of this listener changes all the time.');
  }

  /** Changes the plan that a listener pays for (ENT-59). Does nothing if they pay for none, or for this one. */
  async changePlan(sub: string, plan: PlanDuration): Promise<void> {
    const current = await this.renewing(sub);
    if (current === undefined || current.plan === plan) return;
    await this.service.changePlan(current.id, plan, PLANS[plan].amount);
    await this.updateSubscription(current.id);
  }

  /** The address where the listener sees and cancels what they pay for. Null if they never paid for a plan. */
  async portal(sub: string, back: string): Promise<string | null> {
    const customer = await this.customerOf(sub);
    return customer === null ? null : this.service.openPortal(customer, back);
  }

  /** The order of a listener after the checkout. Asks the service first. */
  async orderAfterCheckout(sub: string, id: string): Promise<OrderRow | undefined> {
    const order = await this.order(id);
    if (order?.sub !== sub) return undefined;
    await this.settle(id);
    return this.order(id);
  }

  /** Asks the service about the open orders of a listener, for a limited time (ENT-61). Never fails. */
  async refresh(sub: string): Promise<void> {
    await briefly(this.settleOpenOrders(sub, ASK_AGAIN_MS).catch((error: unknown) => this.report(error)));
  }

  /**
   * Receives a message of the service. A message that was handled before changes nothing (ENT-60).
   *
   * @throws {ForgedMessageError}
   */
  async receive(body: string, signature: string): Promise<void> {
    await this.handle(await this.service.readMessage(body, signature));
  }

  /** Finds what no message told: asks the service for its messages, and for what is open or due (ENT-61). */
  async reconcile(): Promise<void> {
    // Every backup then holds the name by which payments are found again.
    await this.seller();
    const name = `billing/${this.service.name}/reconciled`;
    const now = this.clock.now();
    const last = await this.db
      .selectFrom('provider_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    const since = (last === undefined ? now - 3 * DAY_MS : Number(last.value)) - HOUR_MS;
    let isComplete = true;
    const attempt = async (action: () => Promise<unknown>): Promise<void> => {
      try {
        await action();
      } catch (error) {
        isComplete = false;
        this.report(error);
      }
    };
    await attempt(async () => {
      for (const message of await this.service.messagesSince(since, now))
        await attempt(() => this.handle(message));
    });
    await attempt(() => this.findDeletedAccounts());
    for (const id of await this.unsettledOrders(now)) await attempt(() => this.settle(id));
    for (const { id, sub } of await this.dueSubscriptions(now)) {
      await attempt(() => (sub === null ? this.endOrphan(id) : this.updateSubscription(id)));
    }
    for (const sub of await this.payersOfSeveral()) await attempt(() => this.stopOlderRenewals(sub));
    await this.db.deleteFrom('billing_sessions').where('expires_at', '<', now).execute();
    await this.db
      .deleteFrom('billing_events')
      .where('received_at', '<', now - EVENTS_KEPT_MS)
      .execute();
    if (!isComplete) return;
    const value = String(now);
    await this.db
      .insertInto('provider_settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  /**
   * The account of a listener is deleted: nothing is charged any more, and what was sold stays without a name. If the
   * service cannot be reached, the next reconciliation does its part.
   */
  async forget(sub: string): Promise<void> {
    const { orders, subscriptions } = await this.db.transaction().execute(async (transaction) => ({
      orders: await transaction
        .updateTable('billing_orders')
        .set({ sub: null })
        .where('sub', '=', sub)
        .returning(['id', 'state', 'checkout_id'])
        .execute(),
      subscriptions: await transaction
        .updateTable('billing_subscriptions')
        .set({ sub: null })
        .where('sub', '=', sub)
        .returning('id')
        .execute(),
    }));
    await this.db.deleteFrom('billing_sessions').where('sub', '=', sub).execute();
    await this.db.deleteFrom('billing_sign_in_codes').where('sub', '=', sub).execute();
    const rest = [
      ...orders.map(async ({ id, state, checkout_id }) => {
        if (state !== 'open' || checkout_id === null) return;
        await this.service.closeCheckout(checkout_id);
        await this.settle(id);
      }),
      ...subscriptions.map(({ id }) => this.endOrphan(id)),
    ];
    await briefly(Promise.all(rest.map((each) => each.catch((error: unknown) => this.report(error)))));
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
          await this.stopOlderRenewals(settled.sub).catch((error: unknown) => this.report(error));
        return;
      }
    }
    throw new BillingServiceError(`The order ${id} changes all the time.`);
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
      const { numInsertedOrUpdatedRows } = await this.givePurchase(
        transaction,
        sub,
        item_id,
        this.clock.now(),
      );
      if (numInsertedOrUpdatedRows === 0n) return 'the listener has the title already';
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
    if ((await this.renewing(sub, transaction)) !== undefined) return 'the listener has a membership already';
    if (trial_days > 0 && !(await this.beginTrial(transaction, listener))) return 'the trial was used before';
    const { lastPayment, ...columns } = subscription;
    await transaction
      .insertInto('billing_subscriptions')
      .values({
        ...columns,
        sub,
        service: this.service.name,
        version: 0,
        last_payment: lastPayment?.id ?? '',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await this.setState(order, 'paid', transaction);
    if (lastPayment !== null) await this.tellPayment(transaction, sub, plan, lastPayment);
    return null;
  }

  /** Sends the receipt for a period of a plan (SES-94). */
  private async tellPayment(
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

  /** True if the listener never had a plan or a trial (ENT-74). */
  private async isTrialPossible({ sub, email, is_trialing }: Listener): Promise<boolean> {
    if (this.dependencies.trialDays === 0 || is_trialing) return false;
    const person = await this.personOf({ sub, email });
    const { rows } = await sql`select from billing_subscriptions where sub = ${sub}
      union all select from billing_trials where person = ${person}`.execute(this.db);
    return rows.length === 0;
  }

  /** @returns false if the person had a trial before */
  private async beginTrial(transaction: BillingTransaction, listener: Listener): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('billing_trials')
      .values({ person: await this.personOf(listener, transaction), begun_at: this.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** A name for a person that stays the same if the account is deleted and made again. The address cannot be read from it. */
  private async personOf(
    { sub, email }: Pick<Listener, 'sub' | 'email'>,
    db: BillingDatabase = this.db,
  ): Promise<string> {
    const secret = await openSecret(db, 'provider_settings', 'secret/trials');
    return createHmac('sha256', secret)
      .update(email === '' ? sub : email.toLowerCase())
      .digest('hex');
  }

  /** The name of this provider at the payment service. */
  private async seller(): Promise<string> {
    const name = 'billing/seller';
    await this.db
      .insertInto('provider_settings')
      .values({ name, value: randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await this.db
      .selectFrom('provider_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return value;
  }

  /** A title belongs to its buyer as long as its payment was not taken back. */
  private async keepPurchase(
    transaction: BillingTransaction,
    { sub, item_id, has_given, created_at }: OrderRow,
    { payment }: Extract<Checkout, { kind: 'paid' }>,
  ): Promise<void> {
    if (sub === null || item_id === null || !has_given) return;
    if (payment === 'paid') {
      await this.givePurchase(transaction, sub, item_id, created_at);
      return;
    }
    await transaction.deleteFrom('purchases').where('sub', '=', sub).where('item_id', '=', item_id).execute();
  }

  private givePurchase(db: BillingDatabase, sub: string, itemId: string, purchasedAt: number) {
    return db
      .insertInto('purchases')
      .values({ sub, item_id: itemId, purchased_at: purchasedAt })
      .onConflict((conflict) => conflict.columns(['sub', 'item_id']).doNothing())
      .executeTakeFirst();
  }

  /** Brings a subscription up to date, as `settle` does with an order. One that belongs to no listener is left out. */
  async updateSubscription(id: string): Promise<void> {
    const sub = await this.storeSubscription(id);
    if (sub !== null) await this.stopOlderRenewals(sub);
  }

  /**
   * A listener pays for one membership at a time (ENT-72). A second one can renew again after it was suspended by a
   * dispute, refunded, or canceled, while the listener has bought another one. The newest of those that are paid goes
   * on. The others end with the period that was paid for, or at once if nothing was.
   */
  private async stopOlderRenewals(sub: string): Promise<void> {
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
      await this.storeSubscription(id);
    }
  }

  /** The listeners for whom more than one subscription renews. */
  private async payersOfSeveral(): Promise<readonly string[]> {
    const payers = await this.charging()
      .select('sub')
      .where('sub', 'is not', null)
      .groupBy('sub')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .limit(MOST_AT_ONCE)
      .execute();
    return payers.map(({ sub }) => sub).filter((sub) => sub !== null);
  }

  /** @returns the listener; null if there is none, or if the service does not know the subscription */
  private async storeSubscription(id: string): Promise<string | null> {
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
        const { numUpdatedRows } = await transaction
          .updateTable('billing_subscriptions')
          .set({ ...columns, last_payment: lastPayment?.id ?? last_payment ?? '', version: version + 1 })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const isNew = last_payment !== null && lastPayment !== null && lastPayment.id !== last_payment;
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
    const now = this.clock.now();
    await this.db
      .updateTable('billing_subscriptions')
      .set({ status: 'ended', ended_at: now, customer: null })
      .where('id', '=', id)
      .execute();
    this.dependencies.log(
      `billing: the payment service does not know the subscription ${id}. It has ended here.`,
    );
  }

  private async handle({ id, change }: Message): Promise<void> {
    const event = { id, service: this.service.name };
    await this.db
      .insertInto('billing_events')
      .values({ ...event, is_done: false, received_at: this.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const known = await this.db
      .selectFrom('billing_events')
      .select('is_done')
      .where('id', '=', id)
      .executeTakeFirst();
    if (known?.is_done === true) return;
    if (change !== null) await this.applyChange(change);
    await this.db.updateTable('billing_events').set({ is_done: true }).where('id', '=', id).execute();
  }

  private async applyChange(change: Change): Promise<void> {
    if (change.kind === 'subscription') {
      await this.updateSubscription(change.id);
      return;
    }
    const known = await this.db
      .selectFrom('billing_orders')
      .select('id')
      .where('checkout_id', '=', change.id)
      .executeTakeFirst();
    const id = known?.id ?? (await this.restoreOrder(change.id));
    if (id !== null) await this.settle(id);
    else this.dependencies.log(`billing: the checkout ${change.id} belongs to no order of this provider.`);
  }

  /**
   * Stores an order again that is only known at the service (ENT-73): the database was restored from a backup that is older
   * than the order, or the process ended before it could store the checkout.
   *
   * @returns the id of the order; null if another provider has opened the checkout
   */
  private async restoreOrder(checkout: string): Promise<string | null> {
    const order = await this.service.readOrder(checkout);
    if (order === null || order.seller !== (await this.seller())) return null;
    const now = this.clock.now();
    await this.db
      .insertInto('billing_orders')
      .values({
        id: order.id,
        service: this.service.name,
        sub: order.sub,
        plan: order.plan,
        item_id: order.itemId,
        amount: dueOf(order),
        trial_days: order.trialDays,
        currency: CURRENCY,
        // Another checkout of the listener may be open. A payment still counts.
        state: 'expired',
        checkout_id: checkout,
        checkout_url: null,
        has_given: false,
        version: 0,
        asked_at: now,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ checkout_id: checkout })
          .where('billing_orders.checkout_id', 'is', null),
      )
      .execute();
    // What the listener paid for before may have ended meanwhile.
    const before = await this.charging().select('id').where('sub', '=', order.sub).execute();
    for (const { id } of before) await this.storeSubscription(id);
    this.dependencies.log(
      `billing: the order ${order.id} was missing. It is restored from the payment service.`,
    );
    return order.id;
  }

  /** What a listener who wants a plan pays, or why they do not pay. */
  private async offerPlan(sub: string, plan: PlanDuration): Promise<Offer | Begun> {
    const paidFor = await this.renewing(sub);
    if (paidFor !== undefined) {
      return paidFor.plan === plan
        ? { kind: 'same-plan', customer: paidFor.customer }
        : { kind: 'other-plan', from: paidFor.plan, to: plan };
    }
    const listener = await readListener(this.dependencies, sub);
    const lasts = !listener.is_canceled && !listener.is_trialing;
    if (lasts && isSubscribed(listener, this.clock.now())) return { kind: 'member' };
    const trialDays = (await this.isTrialPossible(listener)) ? this.dependencies.trialDays : 0;
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

  private async titleOf(itemId: string, db: BillingDatabase): Promise<string | undefined> {
    const item = await db.selectFrom('items').select('document').where('id', '=', itemId).executeTakeFirst();
    return item?.document.title;
  }

  /** The subscription that a listener pays for now and that renews by itself. */
  private renewing(sub: string, db: BillingDatabase = this.db) {
    return this.charging(db)
      .select(['id', 'plan', 'customer'])
      .where('sub', '=', sub)
      .where('payment', '=', 'paid')
      .executeTakeFirst();
  }

  /** The subscriptions whose payers the service will charge again. */
  private charging(db: BillingDatabase = this.db) {
    return db
      .selectFrom('billing_subscriptions')
      .where('service', '=', this.service.name)
      .where('status', 'not in', ['ended', 'unpaid'])
      .where('cancel_at', 'is', null);
  }

  private async customerOf(sub: string): Promise<string | null> {
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

  private order(id: string): Promise<OrderRow | undefined> {
    return this.db.selectFrom('billing_orders').selectAll().where('id', '=', id).executeTakeFirst();
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
      await this.setState(order, 'expired');
      return;
    }
    await this.settle(order.id);
  }

  /** An account may be deleted by a command, which knows no payment service. */
  private async findDeletedAccounts(): Promise<void> {
    for (const table of ['billing_orders', 'billing_subscriptions'] as const) {
      await sql`update ${sql.table(table)} set sub = null where sub is not null
        and not exists (select from listeners where listeners.sub = ${sql.ref(`${table}.sub`)})`.execute(
        this.db,
      );
    }
  }

  private async settleOpenOrders(sub: string, notWithin = 0): Promise<void> {
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

  private async unsettledOrders(now: number): Promise<readonly string[]> {
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

  /** Subscriptions whose period is over, and those of deleted accounts. */
  private dueSubscriptions(now: number) {
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

  private async returnPayment(order: OrderRow): Promise<void> {
    if (order.checkout_id !== null) await this.service.returnPayment(order.checkout_id);
    await this.setState(order, 'returned');
  }

  private async endOrphan(id: string): Promise<void> {
    await this.service.endSubscription(id);
    await this.db.deleteFrom('billing_subscriptions').where('id', '=', id).where('sub', 'is', null).execute();
  }

  private async setState(
    { id }: OrderRow,
    state: OrderRow['state'],
    db: BillingDatabase = this.db,
    hasGiven = false,
  ): Promise<void> {
    await db.updateTable('billing_orders').set({ state, has_given: hasGiven }).where('id', '=', id).execute();
  }

  private report(error: unknown): void {
    this.dependencies.log(`billing: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Waits for work that goes on if it takes longer. */
async function briefly(work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const limit = wait(LONGEST_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([work, limit]);
  patience.abort();
}

/** What a checkout sells. */
type Offer = Pick<Order, 'plan' | 'itemId' | 'label' | 'amount' | 'trialDays'>;

/** What is paid at the checkout. */
const dueOf = ({ amount, trialDays }: Pick<Order, 'amount' | 'trialDays'>): number =>
  trialDays > 0 ? 0 : amount;
