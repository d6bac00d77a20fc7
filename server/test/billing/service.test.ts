import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoService } from '../../billing/demo/demo-service.ts';
import type { BillingService } from '../../billing/service.ts';
import { StripeService } from '../../billing/stripe/stripe-service.ts';
import type { Provider } from '../../provider.ts';
import { orderOf, RETURNS, SERVICE_SUITE, type ServiceFixture } from './service-suite.ts';
import { signatureOf, type StripeStandIn } from './stripe-stand-in.ts';
import { billingTables, newStandIn, SECRET_KEY, startDemo, WEBHOOK_SECRET } from './support.ts';

let provider: Provider;
let standIn: StripeStandIn;

beforeAll(async () => {
  standIn = await newStandIn();
  provider = await startDemo();
}, 180_000);

afterAll(async () => {
  await provider.close();
  await standIn.close();
});

const demo = (): ServiceFixture => {
  const service = new DemoService(billingTables(provider), provider.clock, '/billing/demo');
  return {
    service,
    pay: (id) => service.pay(id),
    cancel: (id) => service.setCanceled(id, true),
  };
};

const stripe = (): ServiceFixture => ({
  service: new StripeService({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: standIn.origin,
  }),
  pay: (id) => standIn.pay(id),
  cancel: (id) => standIn.setCanceled(id, true),
});

describe.each([
  ['the service of the demonstration', demo],
  ['Stripe', stripe],
])('%s', (_, make) => {
  test.each(SERVICE_SUITE)('%s', async (_name, check) => {
    await check(make());
  });
});

test.each([-600, 600, -86_400, 86_400])(
  'a clock that is %d seconds off refuses no checkout',
  async (seconds) => {
    const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: standIn.origin };
    const service = new StripeService(settings, () => Date.now() + seconds * 1000);
    const { id } = await service.openCheckout(orderOf(), RETURNS);
    expect(await service.readCheckout(id)).toEqual({ kind: 'open' });
  },
);

test.each([-600, 600])('a clock that is %d seconds off takes no message for a forgery', async (seconds) => {
  const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: standIn.origin };
  const service = new StripeService(settings, () => Date.now() + seconds * 1000);
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } });
  expect(await service.readMessage(event, signatureOf(event, WEBHOOK_SECRET))).toEqual({
    id: 'evt_1',
    change: null,
  });
});

/** The demonstration with a method replaced. */
const defective = (change: (service: BillingService) => Partial<BillingService>) => (): ServiceFixture => {
  const { service, ...payer } = demo();
  const changed = change(service);
  return {
    ...payer,
    service: new Proxy(service, {
      get: (target, name) => {
        const found: unknown = Reflect.get(Reflect.has(changed, name) ? changed : target, name);
        return typeof found === 'function'
          ? (...given: unknown[]): unknown => Reflect.apply(found, target, given)
          : found;
      },
    }),
  };
};

describe('the suite reports a service', () => {
  test.each<[string, string, () => ServiceFixture]>([
    [
      'that opens a second checkout for an order',
      'gives the same checkout for the same order',
      defective((service) => ({
        openCheckout: (order, returns) =>
          service.openCheckout({ ...order, id: crypto.randomUUID() }, returns),
      })),
    ],
    [
      'that leaves a closed checkout open',
      'lets nobody pay at a closed checkout',
      defective(() => ({ closeCheckout: async () => undefined })),
    ],
    [
      'that closes what is paid',
      'does not close what is paid',
      defective((service) => {
        const closed = new Set<string>();
        return {
          closeCheckout: async (id) => void closed.add(id),
          readCheckout: async (id) => (closed.has(id) ? { kind: 'expired' } : service.readCheckout(id)),
        };
      }),
    ],
    [
      'that charges dollars as cents',
      'charges the amount of a title once',
      defective((service) => ({
        openCheckout: (order, returns) =>
          service.openCheckout({ ...order, amount: Math.round(order.amount / 100) }, returns),
      })),
    ],
    [
      'that goes on charging',
      'lets a subscription end with its period, without giving money back',
      defective(() => ({ stopRenewing: async () => undefined })),
    ],
    [
      'that charges for a trial',
      'charges nothing for a trial, which ends after its days',
      defective((service) => ({
        openCheckout: (order, returns) => service.openCheckout({ ...order, trialDays: 0 }, returns),
      })),
    ],
    [
      'that keeps the money',
      'gives the money for a title back, once',
      defective(() => ({ returnPayment: async () => undefined })),
    ],
    [
      'that gives money back and goes on charging',
      'gives the money for a plan back, and ends the subscription',
      defective((service) => ({
        readSubscription: async (id) => {
          const found = await service.readSubscription(id);
          return found && { ...found, status: 'active' };
        },
      })),
    ],
    [
      'that forgets its payers',
      'knows a payer who pays again',
      defective((service) => ({
        openCheckout: (order, returns) => service.openCheckout({ ...order, customer: null }, returns),
      })),
    ],
    [
      'that accepts every message',
      'refuses a message without its signature',
      defective(() => ({ readMessage: async () => ({ id: 'evt', change: null }) })),
    ],
  ])('%s', async (_, name, make) => {
    const failures: string[] = [];
    for (const [each, check] of SERVICE_SUITE) {
      await check(make()).catch(() => failures.push(each));
    }
    expect(failures).toContain(name);
  });
});
