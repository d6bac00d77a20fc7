import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../../backup/make-backup.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { Billing } from '../../billing/billing.ts';
import type { Wanted } from '../../billing/checkouts.ts';
import { StripeService } from '../../billing/stripe/stripe-service.ts';
import type { OwnBillingTables } from '../../billing/tables.ts';
import { readListener, removeListener } from '../../members/listeners.ts';
import { isSubscribed } from '../../members/membership.ts';
import { type OpenAdmin, openForAdmin } from '../../admin/open.ts';
import type { Provider } from '../../provider.ts';
import { databaseOfTest } from '../support/databases.ts';
import { temporaryFolder } from '../support/provider.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';
import { DAY, newListener, newStandIn, SECRET_KEY, startDemo, WEBHOOK_SECRET } from './support.ts';

type Context = Pick<Provider, 'db' | 'clock' | 'pool'>;

let provider: Provider;
let standIn: StripeStandIn;
const restored: OpenAdmin[] = [];

// The payment service sends no messages here.
beforeAll(async () => {
  standIn = await newStandIn();
  provider = await startDemo();
}, 180_000);

afterAll(async () => {
  for (const admin of restored) await admin.close();
  await provider.close();
  await standIn.close();
});

const logged: string[] = [];

const billingOn = ({ db, clock, pool }: Context): Billing =>
  new Billing({
    db: db.withTables<OwnBillingTables>(),
    clock,
    pool,
    service: new StripeService({
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: standIn.origin,
    }),
    log: (line) => void logged.push(line),
    trialDays: 0,
    tellReceipt: async () => undefined,
  });

/** Pays for something. Nobody tells the provider. */
async function pay(billing: Billing, sub: string, wanted: Wanted): Promise<string> {
  const begun = await billing.checkouts.begin(sub, wanted, () => ({
    done: 'http://127.0.0.1:1/done',
    back: 'http://127.0.0.1:1/back',
  }));
  if (begun.kind !== 'checkout') throw new Error(`There is no checkout: ${begun.kind}.`);
  const id = begun.url.split('/').at(-1) ?? '';
  await standIn.pay(id);
  return id;
}

const MONTHLY: Wanted = { kind: 'plan', plan: 'monthly' };
const ANNUAL: Wanted = { kind: 'plan', plan: 'yearly' };

/** The database as it was when the backup was made, with a clock of the present. */
async function restore(file: string, later = 0): Promise<Context> {
  const admin = await openForAdmin({ dataDir: temporaryFolder() }, 'restore');
  restored.push(admin);
  await restoreBackup(admin.context.db, file, admin.context.migrations);
  const { db } = admin.context;
  const { pool } = provider;
  return { db, pool, clock: { now: () => Date.now() + later, setOffset: () => undefined } };
}

async function backup(): Promise<string> {
  const file = join(temporaryFolder(), 'backup.gz');
  await makeBackup(provider.db, file, provider.clock.now());
  return file;
}

const isMember = async (context: Context, sub: string): Promise<boolean> =>
  isSubscribed(await readListener(context, sub), context.clock.now());

const purchasesOf = async ({ db }: Context, sub: string): Promise<readonly string[]> =>
  (await db.selectFrom('purchases').select('item_id').where('sub', '=', sub).execute()).map(
    ({ item_id }) => item_id,
  );

const refunds = (): number => [...standIn.payments.values()].filter(({ refunded }) => refunded).length;

async function onSale(): Promise<string> {
  const now = provider.clock.now();
  const { id } = await provider.db
    .selectFrom('items')
    .select('id')
    .where('discount_start', '<', now - DAY / 24)
    .where('discount_end', '>', now + DAY)
    .executeTakeFirstOrThrow();
  return id;
}

test('what was paid after the last backup is found at the service, and given once (ENT-73)', async () => {
  const billing = billingOn(provider);
  const [member, buyer, changer] = [
    await newListener(provider),
    await newListener(provider),
    await newListener(provider),
  ];
  // Known in the backup, and replaced by another plan after it.
  const first = await pay(billing, changer.sub, MONTHLY);
  await billing.reconciliation.reconcile();
  const file = await backup();

  const title = await onSale();
  await pay(billing, member.sub, MONTHLY);
  await pay(billing, buyer.sub, { kind: 'title', id: title });
  await standIn.setCanceled(standIn.sessions.get(first)?.subscription ?? '', true);
  await billing.reconciliation.reconcile();
  await pay(billing, changer.sub, ANNUAL);
  await billing.reconciliation.reconcile();

  const context = await restore(file);
  expect(await isMember(context, member.sub)).toBe(false);
  const before = refunds();
  const again = billingOn(context);
  await again.reconciliation.reconcile();
  await again.reconciliation.reconcile();
  expect(await isMember(context, member.sub)).toBe(true);
  expect(await purchasesOf(context, buyer.sub)).toEqual([title]);
  expect(await readListener(context, changer.sub)).toMatchObject({ plan: 'yearly', is_canceled: false });
  expect(refunds(), 'nothing goes back').toBe(before);
  const orders = await context.db
    .withTables<OwnBillingTables>()
    .selectFrom('billing_orders')
    .select('state')
    .where('sub', '=', member.sub)
    .execute();
  expect(orders).toEqual([{ state: 'paid' }]);
}, 120_000);

test('a backup that is older than the messages of the service loses no payment (ENT-73)', async () => {
  const billing = billingOn(provider);
  const { sub } = await newListener(provider);
  await billing.reconciliation.reconcile();
  const file = await backup();
  await pay(billing, sub, ANNUAL);
  const later = 40 * DAY;
  await standIn.advance(later);
  try {
    const context = await restore(file, later);
    await billingOn(context).reconciliation.reconcile();
    expect(await isMember(context, sub)).toBe(true);
  } finally {
    standIn.resetClock();
  }
}, 120_000);

test('what was paid by an account that is not in the backup goes back, and renews no more (ENT-73)', async () => {
  const billing = billingOn(provider);
  await billing.reconciliation.reconcile();
  const file = await backup();
  const { sub } = await newListener(provider);
  const checkout = await pay(billing, sub, MONTHLY);
  const before = refunds();
  await billingOn(await restore(file)).reconciliation.reconcile();
  expect(refunds()).toBe(before + 1);
  const subscription = standIn.sessions.get(checkout)?.subscription ?? '';
  expect(standIn.subscriptions.get(subscription)?.status).toBe('canceled');
}, 120_000);

test('a payment at another provider with the same account of the service is left alone', async () => {
  // A copy of a database belongs to the same provider, so this one fills an empty database.
  const other = await startDemo({ databaseUrl: await databaseOfTest() });
  try {
    const { sub } = await newListener(other);
    const checkout = await pay(billingOn(other), sub, MONTHLY);
    const before = refunds();
    logged.length = 0;
    await billingOn(provider).reconciliation.reconcile();
    expect(refunds()).toBe(before);
    expect(
      standIn.subscriptions.get(standIn.sessions.get(checkout)?.subscription ?? '')?.ended_at,
    ).toBeNull();
    expect(logged.join('\n')).toContain(`the checkout ${checkout} belongs to no order of this provider`);
  } finally {
    await other.close();
  }
}, 120_000);

test('a checkout whose process ended before it was stored counts when it is paid', async () => {
  const billing = billingOn(provider);
  const { sub } = await newListener(provider);
  const checkout = await pay(billing, sub, MONTHLY);
  await provider.db
    .withTables<OwnBillingTables>()
    .updateTable('billing_orders')
    .set({ checkout_id: null, checkout_url: null })
    .where('checkout_id', '=', checkout)
    .execute();
  await billing.reconciliation.reconcile();
  expect(await isMember(provider, sub)).toBe(true);
  await removeListener(provider.db, { sub, email: '' });
  await billing.reconciliation.reconcile();
});
