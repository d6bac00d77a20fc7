import { sql } from 'kysely';
import { readSetting, writeSetting } from '../db/settings.ts';
import {
  type BillingDependencies,
  BillingPart,
  briefly,
  CURRENCY,
  dueOf,
  report,
  sellerOf,
} from './context.ts';
import { disownPaidPlans, disownPlansOfNobody } from '../members/paid-plans.ts';
import type { Orders } from './orders.ts';
import { endPageSessions, removePageSessionsOf } from './page-sessions.ts';
import type { Change, Message } from './service.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { BillingDatabase } from './tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVENTS_KEPT_MS = 60 * DAY_MS;

/** Follows the payment service: by its messages, by asking for what no message told, and when an account is deleted. */
export class Reconciliation extends BillingPart {
  constructor(
    dependencies: BillingDependencies,
    private readonly orders: Orders,
    private readonly subscriptions: Subscriptions,
  ) {
    super(dependencies);
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
    await sellerOf(this.db);
    const name = `billing/${this.service.name}/reconciled`;
    const now = this.clock.now();
    const last = await readSetting(this.db, name);
    const since = (last === undefined ? now - 3 * DAY_MS : Number(last)) - HOUR_MS;
    let isComplete = true;
    const attempt = async (action: () => Promise<unknown>): Promise<void> => {
      try {
        await action();
      } catch (error) {
        isComplete = false;
        report(this.dependencies, error);
      }
    };
    await attempt(async () => {
      for (const message of await this.service.messagesSince(since, now))
        await attempt(() => this.handle(message));
    });
    await attempt(() => this.findDeletedAccounts());
    for (const id of await this.orders.unsettled(now)) await attempt(() => this.orders.settle(id));
    for (const { id, sub } of await this.subscriptions.due(now)) {
      await attempt(() => (sub === null ? this.subscriptions.endOrphan(id) : this.subscriptions.update(id)));
    }
    for (const sub of await this.subscriptions.payersOfSeveral())
      await attempt(() => this.subscriptions.stopOlderRenewals(sub));
    await endPageSessions(this.db, now);
    await this.db
      .deleteFrom('billing_events')
      .where('received_at', '<', now - EVENTS_KEPT_MS)
      .execute();
    if (isComplete) await writeSetting(this.db, name, String(now));
  }

  /**
   * The account of a listener is deleted: nothing is charged any more, and what was sold stays without a name. If the
   * service cannot be reached, the next reconciliation does its part (ENT-65).
   */
  async forget(sub: string): Promise<void> {
    const { orders, subscriptions } = await this.db.transaction().execute(async (transaction) => {
      const own: BillingDatabase = transaction;
      return {
        orders: await transaction
          .updateTable('billing_orders')
          .set({ sub: null })
          .where('sub', '=', sub)
          .returning(['id', 'state', 'checkout_id'])
          .execute(),
        subscriptions: await disownPaidPlans(own, sub),
      };
    });
    await removePageSessionsOf(this.db, sub);
    const rest = [
      ...orders.map(async ({ id, state, checkout_id }) => {
        if (state !== 'open' || checkout_id === null) return;
        await this.service.closeCheckout(checkout_id);
        await this.orders.settle(id);
      }),
      ...subscriptions.map(({ id }) => this.subscriptions.endOrphan(id)),
    ];
    await briefly(
      Promise.all(rest.map((each) => each.catch((error: unknown) => report(this.dependencies, error)))),
    );
  }

  private async handle({ id, change, unreadable }: Message): Promise<void> {
    if (unreadable !== undefined) {
      this.dependencies.log(
        `billing: the message ${id} cannot be read: ${unreadable}. What it is about is found within ten minutes only if ` +
          'it is open or due. Set the API version of the webhook at the payment service to its newest one.',
      );
    }
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
      await this.subscriptions.update(change.id);
      return;
    }
    const known = await this.db
      .selectFrom('billing_orders')
      .select('id')
      .where('checkout_id', '=', change.id)
      .executeTakeFirst();
    const id = known?.id ?? (await this.restoreOrder(change.id));
    if (id !== null) await this.orders.settle(id);
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
    if (order === null || order.seller !== (await sellerOf(this.db))) return null;
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
    const before = await this.subscriptions.charging().select('id').where('sub', '=', order.sub).execute();
    for (const { id } of before) await this.subscriptions.store(id);
    this.dependencies.log(
      `billing: the order ${order.id} was missing. It is restored from the payment service.`,
    );
    return order.id;
  }

  /** An account may be deleted by a command, which knows no payment service. */
  private async findDeletedAccounts(): Promise<void> {
    await disownPlansOfNobody(this.db);
    await sql`update billing_orders set sub = null where sub is not null
      and not exists (select from listeners where listeners.sub = billing_orders.sub)`.execute(this.db);
  }
}
