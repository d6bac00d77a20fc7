import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Billing } from '../../billing/billing.ts';
import type { Receipt } from '../../billing/context.ts';
import { DemoService } from '../../billing/demo/demo-service.ts';
import type { BillingService } from '../../billing/service.ts';
import { StripeService } from '../../billing/stripe/stripe-service.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { readListener } from '../../members/listeners.ts';
import { isSubscribed, paymentDetails } from '../../members/membership.ts';
import type { Provider } from '../../provider.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';
import {
  billingTables,
  DAY,
  newListener,
  newStandIn,
  PlainBrowser,
  SECRET_KEY,
  startDemo,
  subOf,
  WEBHOOK_SECRET,
} from './support.ts';

const TRIAL_DAYS = 7;

let provider: Provider;
let standIn: StripeStandIn;
let receipts: Receipt[] = [];
let sub = '';
let email = '';

// No message of the service ever arrives here: each change is found by a reconciliation.
beforeAll(async () => {
  standIn = await newStandIn();
  provider = await startDemo({ trialDays: TRIAL_DAYS });
}, 180_000);

afterAll(async () => {
  await provider.close();
  await standIn.close();
});

beforeEach(async () => {
  provider.clock.setOffset(0);
  standIn.resetClock();
  receipts = [];
  ({ sub, email } = await newListener(provider));
});

const billingWith = (service: BillingService, trialDays: number): Billing =>
  new Billing({
    db: billingTables(provider),
    clock: provider.clock,
    pool: provider.pool,
    service,
    log: () => undefined,
    trialDays,
    tellReceipt: async (_transaction, receipt) => void receipts.push(receipt),
  });

interface Payer {
  readonly service: BillingService;
  pay(checkout: string): Promise<unknown>;
}

const demo = (): Payer => {
  const service = new DemoService(billingTables(provider), provider.clock, '/billing/demo');
  return { service, pay: (id) => service.pay(id) };
};

const stripe = (): Payer => ({
  service: new StripeService({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: standIn.origin,
  }),
  pay: (id) => standIn.pay(id),
});

async function pass(milliseconds: number): Promise<void> {
  provider.clock.setOffset(provider.clock.now() - Date.now() + milliseconds);
  await standIn.advance(milliseconds);
}

const details = async () => paymentDetails(await readListener(provider, sub), provider.clock.now());
const mine = () => receipts.filter((receipt) => receipt.sub === sub);

describe.each([
  ['demo', demo],
  ['stripe', stripe],
])('with the service %s', (_, make) => {
  /** @returns the id of the checkout; null if there is nothing to pay */
  async function open(billing: Billing, by = sub): Promise<string | null> {
    const begun = await billing.checkouts.begin(by, { kind: 'plan', plan: 'monthly' }, () => ({
      done: 'http://127.0.0.1:1/done',
      back: 'http://127.0.0.1:1/back',
    }));
    return begun.kind === 'checkout' ? (begun.url.split('/').at(-1) ?? null) : null;
  }

  async function begin(billing: Billing, { pay }: Payer): Promise<void> {
    const checkout = await open(billing);
    if (checkout === null) throw new Error('There is no checkout.');
    await pay(checkout);
    await billing.reconciliation.reconcile();
  }

  test('each payment of a plan has one receipt (SES-94)', async () => {
    const payer = make();
    const billing = billingWith(payer.service, 0);
    await begin(billing, payer);
    const receipt = { sub, email, label: 'Monthly membership', amount: 1499, currency: 'usd' };
    expect(mine()).toMatchObject([receipt]);
    for (let month = 2; month <= 3; month += 1) {
      await pass(31 * DAY);
      await Promise.all([billing.reconciliation.reconcile(), billing.reconciliation.reconcile()]);
      await billing.reconciliation.reconcile();
      expect(mine()).toHaveLength(month);
    }
    const paidAt = mine().map((each) => each.paidAt);
    expect(paidAt).toEqual([...new Set(paidAt)].toSorted((a, b) => a - b));
  });

  test('a first plan begins with a trial, and the first payment comes after it (ENT-74, SES-94)', async () => {
    const payer = make();
    const billing = billingWith(payer.service, TRIAL_DAYS);
    await begin(billing, payer);
    expect(await details()).toEqual({
      is_expired: false,
      is_canceled: false,
      is_trialing: true,
      duration: 'monthly',
    });
    expect(mine(), 'nothing was paid').toEqual([]);
    await pass(TRIAL_DAYS * DAY + 1_000);
    await billing.reconciliation.reconcile();
    expect(await details()).toMatchObject({ is_expired: false, is_trialing: false });
    expect(mine()).toMatchObject([{ amount: 1499 }]);
  });

  test('a person has one trial, also after the account was deleted and made again (ENT-74)', async () => {
    const payer = make();
    const billing = billingWith(payer.service, TRIAL_DAYS);
    await begin(billing, payer);
    await provider.pool.deleteUser(email);
    await billing.reconciliation.forget(sub);
    const again = await provider.pool.ensureUser({
      email: email.toUpperCase(),
      name: 'Wren',
      password: DEMO_PASSWORD,
    });
    sub = again.sub;
    await begin(billing, payer);
    expect(await details()).toMatchObject({ is_trialing: false, is_expired: false });
    expect(mine()).toMatchObject([{ amount: 1499 }]);
  });

  test('who had a plan has no trial (ENT-74)', async () => {
    const payer = make();
    await begin(billingWith(payer.service, 0), payer);
    const { id } = await billingTables(provider)
      .selectFrom('billing_subscriptions')
      .select('id')
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow();
    await payer.service.endSubscription(id);
    const billing = billingWith(payer.service, TRIAL_DAYS);
    await billing.subscriptions.update(id);
    await begin(billing, payer);
    expect(await details()).toMatchObject({ is_trialing: false, is_expired: false });
  });

  test('of two accounts with one address, only one gets a trial (ENT-74)', async () => {
    const payer = make();
    const billing = billingWith(payer.service, TRIAL_DAYS);
    const other = await newListener(provider);
    await provider.db.updateTable('listeners').set({ email }).where('sub', '=', other.sub).execute();
    const checkouts = [await open(billing), await open(billing, other.sub)];
    for (const checkout of checkouts) await payer.pay(checkout ?? '');
    await billing.reconciliation.reconcile();
    const members = await Promise.all(
      [sub, other.sub].map(async (each) =>
        isSubscribed(await readListener(provider, each), provider.clock.now()),
      ),
    );
    expect(members.filter(Boolean)).toHaveLength(1);
  });

  test('a trial that is canceled costs nothing', async () => {
    const payer = make();
    const billing = billingWith(payer.service, TRIAL_DAYS);
    await begin(billing, payer);
    const { id } = await billingTables(provider)
      .selectFrom('billing_subscriptions')
      .select('id')
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow();
    await payer.service.stopRenewing(id);
    await billing.subscriptions.update(id);
    expect(await details()).toMatchObject({ is_trialing: true, is_canceled: true, is_expired: false });
    await pass(TRIAL_DAYS * DAY + 1_000);
    await billing.reconciliation.reconcile();
    expect(await details()).toMatchObject({ is_canceled: true, is_expired: true });
    expect(mine()).toEqual([]);
  });
});

test('the checkout says what a trial costs, and when the first payment comes', async () => {
  const browser = new PlainBrowser();
  const page = await browser.openAs(email, `${provider.origin}/billing/plans/annual`);
  expect(page.html).toContain('The first 7 days are free');
  expect(page.html).toContain('you pay $69.99');
  const done = await browser.send(page, /Start my free trial/);
  expect(done.title).toBe('You are a member now');
  expect(done.html).toContain('$0.00. Your trial has begun');
  expect((await browser.openAs(email, `${provider.origin}/billing/manage`)).html).toContain(
    'It is free until',
  );
});

test('somebody to whom the operator gave a trial pays at once (ENT-74)', async () => {
  const account = 'trial@listener.test';
  sub = await subOf(provider, account);
  const page = await new PlainBrowser().openAs(account, `${provider.origin}/billing/plans/annual`);
  expect(page.html).toContain('Pay $69.99');
});
