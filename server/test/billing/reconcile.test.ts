import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Billing } from '../../billing/billing.ts';
import type { Receipt } from '../../billing/context.ts';
import { StripeService } from '../../billing/stripe/stripe-service.ts';
import { readListener, removeListener } from '../../members/listeners.ts';
import { isSubscribed } from '../../members/membership.ts';
import type { Provider } from '../../provider.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';
import { billingTables, newListener, newStandIn, SECRET_KEY, startDemo, WEBHOOK_SECRET } from './support.ts';

const RETURNS = () => ({ done: 'http://127.0.0.1:1/done', back: 'http://127.0.0.1:1/back' });

let provider: Provider;
let standIn: StripeStandIn;
let billing: Billing;
let receipts: Receipt[] = [];
let sub = '';
let email = '';

// The payment service sends no messages here.
beforeAll(async () => {
  standIn = await newStandIn();
  provider = await startDemo();
  const db = billingTables(provider);
  billing = new Billing({
    db,
    clock: provider.clock,
    pool: provider.pool,
    service: new StripeService({
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: standIn.origin,
    }),
    log: () => undefined,
    trialDays: 0,
    tellReceipt: async (_transaction, receipt) => void receipts.push(receipt),
  });
}, 180_000);

afterAll(async () => {
  await provider.close();
  await standIn.close();
});

beforeEach(async () => {
  receipts = [];
  ({ sub, email } = await newListener(provider));
});

async function paid(): Promise<string> {
  const begun = await billing.checkouts.begin(sub, { kind: 'plan', plan: 'monthly' }, RETURNS);
  if (begun.kind !== 'checkout') throw new Error(`There is no checkout: ${begun.kind}.`);
  const id = begun.url.split('/').at(-1) ?? '';
  await standIn.pay(id);
  return standIn.sessions.get(id)?.subscription ?? '';
}

const isMember = async (): Promise<boolean> =>
  isSubscribed(await readListener(provider, sub), provider.clock.now());

test('a reconciliation finds a payment, and tells one receipt (ENT-61)', async () => {
  await paid();
  expect(await isMember()).toBe(false);
  await billing.reconciliation.reconcile();
  await billing.reconciliation.reconcile();
  expect(await isMember()).toBe(true);
  const receipt = { sub, email, label: 'Monthly membership', amount: 1499, currency: 'usd' };
  expect(receipts).toMatchObject([receipt]);
});

test('a reconciliation finds a cancellation and a refund', async () => {
  const id = await paid();
  await billing.reconciliation.reconcile();
  await standIn.setCanceled(id, true);
  await billing.reconciliation.reconcile();
  expect(await readListener(provider, sub)).toMatchObject({ is_canceled: true });
  await standIn.refund(standIn.paymentOf(id));
  await billing.reconciliation.reconcile();
  expect(await isMember()).toBe(false);
});

test('a reconciliation stops the older of two memberships that renew', async () => {
  const first = await paid();
  await billing.reconciliation.reconcile();
  await standIn.setCanceled(first, true);
  await billing.reconciliation.reconcile();
  await standIn.advance(1_000);
  const second = await paid();
  await billing.reconciliation.reconcile();
  await standIn.setCanceled(first, false);
  await billing.reconciliation.reconcile();
  expect(standIn.subscriptions.get(first)?.cancel_at_period_end).toBe(true);
  expect(standIn.subscriptions.get(second)?.cancel_at_period_end).toBe(false);
  standIn.resetClock();
});

test('what a failed reconciliation left out is done by the next one', async () => {
  await paid();
  standIn.isDown = true;
  await billing.reconciliation.reconcile();
  expect(await isMember()).toBe(false);
  standIn.isDown = false;
  await billing.reconciliation.reconcile();
  expect(await isMember()).toBe(true);
}, 60_000);

test('an account that a command deleted is charged nothing any more', async () => {
  const id = await paid();
  await billing.reconciliation.reconcile();
  // A command knows no payment service.
  await removeListener(provider.db, { sub, email: '' });
  await billing.reconciliation.reconcile();
  expect(standIn.subscriptions.get(id)?.status).toBe('canceled');
});

test('a deletion waits for no service, and the subscription ends as soon as it responds', async () => {
  const id = await paid();
  await billing.reconciliation.reconcile();
  const held: (() => void)[] = [];
  standIn.before = async () =>
    new Promise((resolve) => {
      held.push(resolve);
    });
  await billing.reconciliation.forget(sub);
  standIn.before = null;
  for (const release of held) release();
  await removeListener(provider.db, { sub, email: '' });
  await billing.reconciliation.reconcile();
  expect(standIn.subscriptions.get(id)?.status).toBe('canceled');
}, 60_000);

test('a subscription that the service does not know has ended, and blocks no new one', async () => {
  const id = await paid();
  await billing.reconciliation.reconcile();
  standIn.subscriptions.delete(id);
  await billing.subscriptions.update(id);
  expect(await isMember()).toBe(false);
  await paid();
  await billing.reconciliation.reconcile();
  expect(await isMember()).toBe(true);
});

test('a checkout that nobody used is closed after a day', async () => {
  const begun = await billing.checkouts.begin(sub, { kind: 'plan', plan: 'monthly' }, RETURNS);
  const id = begun.kind === 'checkout' ? (begun.url.split('/').at(-1) ?? '') : '';
  provider.clock.setOffset(86_400_000 + 1);
  await billing.reconciliation.reconcile();
  provider.clock.setOffset(0);
  expect(standIn.sessions.get(id)?.status).toBe('expired');
});

test('a payment that comes back is tried again until it is back (ENT-64)', async () => {
  await paid();
  await removeListener(provider.db, { sub, email: '' });
  const before = standIn.calls.length;
  standIn.before = async (call) => {
    standIn.isDown = call === 'POST /v1/refunds';
  };
  await billing.reconciliation.reconcile();
  expect(standIn.calls.slice(before)).toContain('POST /v1/refunds');
  const back = () => [...standIn.payments.values()].filter(({ refunded }) => refunded).length;
  const refunds = back();
  standIn.before = null;
  standIn.isDown = false;
  await billing.reconciliation.reconcile();
  await billing.reconciliation.reconcile();
  expect(back()).toBe(refunds + 1);
}, 60_000);

test('two processes that reconcile at once count a payment once', async () => {
  await paid();
  await Promise.all([billing.reconciliation.reconcile(), billing.reconciliation.reconcile()]);
  expect(receipts).toHaveLength(1);
  expect(await isMember()).toBe(true);
});
