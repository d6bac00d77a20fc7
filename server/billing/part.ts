import { databasePart } from '../db/part.ts';
import { type Given, UsageError } from '../given.ts';
import { httpPart } from '../http/part.ts';
import { enqueue } from '../mail/outbox.ts';
import { part } from '../part.ts';
import { EMBEDDED_POOL, HOSTED_LOGIN, poolPart } from '../pool/part.ts';
import { watchPart } from '../watch/part.ts';
import { BILLING, BILLING_SIGN_IN, openBilling } from './index.ts';
import { billingMigrations, type OwnBillingTables } from './tables.ts';
import type { StripeSettings } from './stripe/stripe-service.ts';

declare module '../part.ts' {
  interface ProviderOptions {
    /** Sells plans and titles through Stripe. Without it, the demonstration has pages where no money moves (ENT-67). */
    readonly stripe?: StripeSettings | undefined;
    /** The days before the first payment of somebody's first plan; 0 by default: no trial. */
    readonly trialDays?: number | undefined;
  }
}

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
    const billing = await openBilling({
      db: db.withTables<OwnBillingTables>(),
      background: background.withTables<OwnBillingTables>(),
      clock,
      now,
      pool,
      clientId: EMBEDDED_POOL.clientId,
      hostedLogin: HOSTED_LOGIN,
      log,
      service: stripe ?? 'demo',
      requestCounts,
      requestsPerSecond,
      trialDays,
      async tellReceipt(transaction, { email, sub, label, amount, currency, paidAt }) {
        if (mail === undefined) return;
        const fields = { label, amount, currency, paid_at: paidAt };
        await enqueue(transaction, { kind: 'receipt', to: email, sub, fields }, clock.now());
      },
    });
    afterRemoval.push((sub) => billing.forget(sub));
    ownPaths.push(BILLING_SIGN_IN);
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
    await server.register(billing.pages, { prefix: BILLING });
    setup.onListening(() => billing.start());
    return billing;
  },
});

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
