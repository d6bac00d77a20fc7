import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { databasePart } from './db.ts';
import { type Given, UsageError } from '../given.ts';
import { httpPart } from './http.ts';
import { enqueue } from '../mail/outbox.ts';
import { part } from './part.ts';
import { EMBEDDED_POOL, HOSTED_LOGIN, poolPart } from './pool.ts';
import { repeat } from '../repeat.ts';
import { watchPart } from './watch.ts';
import { Billing } from '../billing/billing.ts';
import type { BillingDependencies } from '../billing/context.ts';
import { DemoService } from '../billing/demo/demo-service.ts';
import { billingPages } from '../billing/pages/routes.ts';
import { issueSignInCode } from '../billing/page-sessions.ts';
import { SIGNED_IN } from '../billing/pages/session.ts';
import { type BillingDatabase, billingMigrations, type OwnBillingTables } from '../billing/tables.ts';
import type { StripeSettings } from '../billing/stripe/stripe-service.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** Sells plans and titles through Stripe. Without it, the demonstration has pages where no money moves (ENT-67). */
    readonly stripe?: StripeSettings | undefined;
    /** The days before the first payment of somebody's first plan; 0 by default: no trial. */
    readonly trialDays?: number | undefined;
  }
}

export const BILLING = '/billing';

const RECONCILE_MS = 10 * 60_000;
/** The time that a reconciliation still gets at the end of the process. */
const STOP_MS = 2_000;
/** The payment service allows no longer trial. */
const LONGEST_TRIAL = 730;

/** The pages where plans and titles are sold. Null if nothing is sold. */
export const billingPart = part({
  variables: {
    STRIPE_SECRET_KEY: 'and STRIPE_WEBHOOK_SECRET are the keys of the payment service; see docs/charging.md.',
    TRIAL_DAYS: "is how many days somebody's first plan is free; default 0.",
  },
  migrations: { billing: billingMigrations },

  read: (given) => ({
    stripe: readStripe(given),
    trialDays: given.wholeNumber('TRIAL_DAYS', given.variable('TRIAL_DAYS'), 0, LONGEST_TRIAL),
  }),

  async open(setup) {
    const { options, server, log } = setup;
    const { stripe, mail, trialDays = 0, requestsPerSecond } = options;
    // A library sells nothing until it has a payment service, because its pages would give membership away.
    if (stripe === undefined && options.library !== undefined) return null;
    const { db, background, clock, now } = await databasePart.in(setup);
    const { requestCounts } = await httpPart.in(setup);
    const { pool, afterRemoval, ownPaths } = await poolPart.in(setup);
    const { metrics } = await watchPart.in(setup);
    const tables = db.withTables<OwnBillingTables>();
    const { demo, service } = await serviceOf(stripe, tables, clock, now);
    const dependencies: Omit<BillingDependencies, 'db'> = {
      clock,
      pool,
      service,
      log,
      trialDays,
      async tellReceipt(transaction, { email, sub, label, amount, currency, paidAt }) {
        if (mail === undefined) return;
        const fields = { label, amount, currency, paid_at: paidAt };
        await enqueue(transaction, { kind: 'receipt', to: email, sub, fields }, clock.now());
      },
    };
    const billing = new Billing({ ...dependencies, db: tables });
    const work = new Billing({ ...dependencies, db: background.withTables<OwnBillingTables>() });
    afterRemoval.push((sub) => billing.reconciliation.forget(sub));
    // The page that the hosted login returns to.
    ownPaths.push(BILLING + SIGNED_IN);
    metrics.measureRows(db, {
      name: 'payments_open',
      help: 'Checkouts that are neither paid nor closed.',
      rows: "billing_orders where state = 'open'",
    });
    metrics.measureRows(db, {
      name: 'payments_to_return',
      help: 'Payments that must not count, and that the payment service has not given back yet.',
      rows: "billing_orders where state = 'returning'",
    });
    const pages = billingPages({
      billing,
      demo,
      db: tables,
      clock,
      pool,
      log,
      requestCounts,
      requestsPerSecond,
      clientId: EMBEDDED_POOL.clientId,
      hostedLogin: HOSTED_LOGIN,
    });
    await server.register(pages, { prefix: BILLING });
    setup.onListening(() => {
      const reconciling = repeat(
        RECONCILE_MS,
        () => work.reconciliation.reconcile(),
        (message) => log(`billing: ${message}`),
      );
      // A service that does not respond must not keep the process from its end. The next start goes on.
      return { stop: () => Promise.race([reconciling.stop(), wait(STOP_MS, undefined, { ref: false })]) };
    });
    return {
      /** The addresses of the pages at an origin, by the fields of the app's links. */
      linksAt: (origin: string): Readonly<Record<string, string>> => ({
        annual: `${origin}${BILLING}/plans/annual`,
        monthly: `${origin}${BILLING}/plans/monthly`,
        purchase: `${origin}${BILLING}/titles/{content_id}`,
      }),
      /** A listener has come back, maybe from paying. */
      refresh: (sub: string) => billing.orders.refresh(sub),
      /** A code of one use that signs a listener in to one of the pages. */
      issueCode: (sub: string) => issueSignInCode(tables, sub, clock.now()),
    };
  },
});

/** Without keys of a payment service, the demonstration moves no money. */
async function serviceOf(
  stripe: StripeSettings | undefined,
  db: BillingDatabase,
  clock: Clock,
  now: () => number,
) {
  if (stripe !== undefined) {
    // The client of the service is large, so only those who need it load it.
    const { StripeService } = await import('../billing/stripe/stripe-service.ts');
    return { demo: null, service: new StripeService(stripe, now) };
  }
  const demo = new DemoService(db, clock, `${BILLING}/demo`);
  return { demo, service: demo };
}

function readStripe(given: Given): StripeSettings | undefined {
  const secretKey = given.variable('STRIPE_SECRET_KEY');
  const webhookSecret = given.variable('STRIPE_WEBHOOK_SECRET');
  const apiUrl = given.variable('STRIPE_API_URL');
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined) {
    throw new UsageError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together. Set both, or none.');
  }
  const isOrigin =
    apiUrl === undefined || (URL.canParse(apiUrl) && /^https?:$/.test(new URL(apiUrl).protocol));
  if (!isOrigin) {
    throw new UsageError(`STRIPE_API_URL is an address such as http://127.0.0.1:12111, not "${apiUrl}".`);
  }
  return { secretKey, webhookSecret, apiUrl };
}
