import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type BillingService, ForgedMessageError, type Order } from '../../billing/service.ts';

/** A payment service, and what a payer does at it. */
export interface ServiceFixture {
  readonly service: BillingService;
  pay(checkout: string): Promise<unknown>;
  /** Cancels at the end of the period. */
  cancel(subscription: string): Promise<unknown>;
}

export const RETURNS = {
  done: 'http://127.0.0.1:4321/billing/done?order=1',
  back: 'http://127.0.0.1:4321/billing/back',
};

export const orderOf = (changes: Partial<Order> = {}): Order => ({
  id: randomUUID(),
  sub: randomUUID(),
  email: 'wren@listener.test',
  customer: null,
  plan: 'monthly',
  itemId: null,
  label: 'Monthly membership',
  amount: 1499,
  trialDays: 0,
  seller: 'this-provider',
  ...changes,
});

const titleOrder = (): Order =>
  orderOf({ plan: null, itemId: 'ferns', label: 'What the Ferns Knew', amount: 499 });

/** Buys something, and reads what came of it. */
async function bought({ service, pay }: ServiceFixture, order: Order) {
  const { id } = await service.openCheckout(order, RETURNS);
  await pay(id);
  const checkout = await service.readCheckout(id);
  if (checkout?.kind !== 'paid') throw new Error(`The checkout is ${checkout?.kind ?? 'unknown'}.`);
  const subscription =
    checkout.subscription === null ? null : await service.readSubscription(checkout.subscription);
  return { id, checkout, subscription };
}

async function subscribed(fixture: ServiceFixture, order: Order = orderOf()) {
  const { id, subscription } = await bought(fixture, order);
  if (subscription === null) throw new Error('There is no subscription.');
  return { checkout: id, subscription };
}

/** The tests that every adapter of the port of billing must pass. */
export const SERVICE_SUITE: readonly (readonly [
  name: string,
  check: (fixture: ServiceFixture) => Promise<void>,
])[] = [
  [
    'gives a page where nothing is paid yet',
    async ({ service }) => {
      const { id, url } = await service.openCheckout(orderOf(), RETURNS);
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(await service.readCheckout(id)).toEqual({ kind: 'open' });
    },
  ],
  [
    'gives the same checkout for the same order',
    async ({ service }) => {
      const order = orderOf();
      const first = await service.openCheckout(order, RETURNS);
      expect(await service.openCheckout(order, RETURNS)).toEqual(first);
    },
  ],
  [
    'charges the amount of a title once',
    async (fixture) => {
      const { checkout } = await bought(fixture, titleOrder());
      expect(checkout).toEqual({
        kind: 'paid',
        amount: 499,
        currency: 'usd',
        subscription: null,
        payment: 'paid',
      });
    },
  ],
  [
    'begins a subscription of the plan',
    async (fixture) => {
      for (const [plan, days, amount] of [
        ['monthly', 28, 1499],
        ['yearly', 365, 6999],
      ] as const) {
        const { subscription } = await subscribed(fixture, orderOf({ plan, amount }));
        expect(subscription).toMatchObject({
          plan,
          status: 'active',
          cancel_at: null,
          ended_at: null,
          payment: 'paid',
          lastPayment: { amount, currency: 'usd' },
        });
        expect(subscription.lastPayment?.paidAt).toBe(subscription.period_start);
        expect(subscription.period_end - subscription.period_start).toBeGreaterThanOrEqual(days * 86_400_000);
        expect(subscription.customer).not.toBeNull();
      }
    },
  ],
  [
    'charges nothing for a trial, which ends after its days',
    async (fixture) => {
      const { checkout, subscription } = await bought(fixture, orderOf({ trialDays: 10 }));
      expect(checkout).toMatchObject({ amount: 0, payment: 'paid' });
      expect(subscription).toMatchObject({ status: 'trialing', plan: 'monthly', lastPayment: null });
      const { period_start = 0, period_end = 0 } = subscription ?? {};
      expect(period_end - period_start).toBe(10 * 86_400_000);
      await fixture.service.endSubscription(subscription?.id ?? '');
    },
  ],
  [
    'knows a payer who pays again',
    async (fixture) => {
      const first = await subscribed(fixture);
      const { customer } = first.subscription;
      const second = await subscribed(fixture, orderOf({ customer }));
      expect(second.subscription.customer).toBe(customer);
    },
  ],
  [
    'lets nobody pay at a closed checkout',
    async ({ service, pay }) => {
      const { id } = await service.openCheckout(orderOf(), RETURNS);
      await service.closeCheckout(id);
      await pay(id);
      expect(await service.readCheckout(id)).toEqual({ kind: 'expired' });
      await service.closeCheckout(id);
    },
  ],
  [
    'does not close what is paid',
    async (fixture) => {
      const { id, checkout } = await bought(fixture, titleOrder());
      await fixture.service.closeCheckout(id);
      expect(await fixture.service.readCheckout(id)).toEqual(checkout);
    },
  ],
  [
    'says when a canceled subscription ends',
    async (fixture) => {
      const { subscription } = await subscribed(fixture);
      await fixture.cancel(subscription.id);
      expect(await fixture.service.readSubscription(subscription.id)).toMatchObject({
        status: 'active',
        cancel_at: subscription.period_end,
        ended_at: null,
      });
    },
  ],
  [
    'changes the plan, and renews what was canceled',
    async (fixture) => {
      const { subscription } = await subscribed(fixture);
      await fixture.cancel(subscription.id);
      await fixture.service.changePlan(subscription.id, 'yearly', 6999);
      expect(await fixture.service.readSubscription(subscription.id)).toMatchObject({
        plan: 'yearly',
        status: 'active',
        cancel_at: null,
      });
    },
  ],
  [
    'lets a subscription end with its period, without giving money back',
    async (fixture) => {
      const { subscription } = await subscribed(fixture);
      await fixture.service.stopRenewing(subscription.id);
      await fixture.service.stopRenewing(subscription.id);
      expect(await fixture.service.readSubscription(subscription.id)).toMatchObject({
        status: 'active',
        cancel_at: subscription.period_end,
        ended_at: null,
        payment: 'paid',
      });
      await fixture.service.endSubscription(subscription.id);
      await fixture.service.stopRenewing(subscription.id);
    },
  ],
  [
    'gives the money for a title back, once',
    async (fixture) => {
      const { id } = await bought(fixture, titleOrder());
      await fixture.service.returnPayment(id);
      await fixture.service.returnPayment(id);
      expect(await fixture.service.readCheckout(id)).toMatchObject({ kind: 'paid', payment: 'refunded' });
    },
  ],
  [
    'gives the money for a plan back, and ends the subscription',
    async (fixture) => {
      const { checkout, subscription } = await subscribed(fixture);
      await fixture.service.returnPayment(checkout);
      await fixture.service.returnPayment(checkout);
      expect(await fixture.service.readSubscription(subscription.id)).toMatchObject({
        status: 'ended',
        payment: 'refunded',
      });
    },
  ],
  [
    'ends a subscription at once, without giving money back',
    async (fixture) => {
      const { subscription } = await subscribed(fixture);
      await fixture.service.endSubscription(subscription.id);
      await fixture.service.endSubscription(subscription.id);
      const ended = await fixture.service.readSubscription(subscription.id);
      expect(ended).toMatchObject({ status: 'ended', payment: 'paid' });
      expect(ended?.ended_at).not.toBeNull();
    },
  ],
  [
    'has a page for its payers',
    async (fixture) => {
      const { subscription } = await subscribed(fixture);
      const url = await fixture.service.openPortal(subscription.customer ?? '', RETURNS.back);
      expect(new URL(url).protocol).toMatch(/^https?:$/);
    },
  ],
  [
    'knows no checkout and no subscription that it did not make',
    async ({ service }) => {
      expect(await service.readCheckout('cs_unknown')).toBeNull();
      expect(await service.readSubscription('sub_unknown')).toBeNull();
    },
  ],
  [
    'refuses a message without its signature',
    async ({ service }) => {
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid' });
      await expect(service.readMessage(body, 't=1,v1=00')).rejects.toThrow(ForgedMessageError);
      await expect(service.readMessage(body, '')).rejects.toThrow(ForgedMessageError);
    },
  ],
];
