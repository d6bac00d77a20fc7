import { StripeStandIn } from 'audio-streaming-provider/test/billing/stripe-stand-in';
import { expect } from '../support/language.ts';
import { describePaying } from '../support/paying.ts';
import { Provider } from '../support/provider.ts';
import { test as base } from '../support/sessions.ts';

const KEYS = { secretKey: 'sk_test_stand_in', webhookSecret: 'whsec_stand_in' };

/** The stand-in of the worker. The page objects above know only what a payer does. */
let current: StripeStandIn | undefined;

const test = base.extend({
  provider: [
    async ({}, use) => {
      const standIn = await new StripeStandIn(KEYS).listen();
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', ['--no-collectors'], {
        STRIPE_SECRET_KEY: KEYS.secretKey,
        STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
        STRIPE_API_URL: standIn.origin,
      });
      standIn.webhook = `${provider.origin}/billing/webhook`;
      current = standIn;
      await use(provider);
      await provider.stop();
      await standIn.close();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

const standInOfWorker = (): StripeStandIn => {
  if (current === undefined) throw new Error('The stand-in has not started yet.');
  return current;
};

describePaying(test, () => ({
  async pay(tab) {
    await expect(tab.getByRole('heading', { name: 'Stripe stand-in', exact: true })).toBeVisible();
    await tab.getByRole('button', { name: /^Pay \$/ }).click();
  },
  async cancel(tab) {
    await tab.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
    await expect(tab.getByText(/^Cancels on/)).toBeVisible();
  },
  pass: (milliseconds) => standInOfWorker().advance(milliseconds),
}));
