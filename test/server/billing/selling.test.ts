// Proves ENT-67.
import { expect, test } from 'vitest';
import { UsageError } from '../../../server/given.ts';
import { readOptions } from '../../../server/options.ts';
import { startTestProvider, temporaryFolder } from '../support/provider.ts';

test.each([
  ['nothing without a payment service', {}, 404],
  [
    'plans with one',
    { stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: 'http://127.0.0.1:9' } },
    303,
  ],
])(
  'a library sells %s',
  async (_, options, status) => {
    const provider = await startTestProvider({
      library: [temporaryFolder()],
      ...options,
    });
    try {
      const response = await fetch(`${provider.origin}/billing/plans/annual`, { redirect: 'manual' });
      expect(response.status).toBe(status);
    } finally {
      await provider.close();
    }
  },
  120_000,
);

test('the keys of the payment service belong together', () => {
  expect(readOptions([], { STRIPE_SECRET_KEY: 'a', STRIPE_WEBHOOK_SECRET: 'b' }).stripe).toEqual({
    secretKey: 'a',
    webhookSecret: 'b',
    apiUrl: undefined,
  });
  expect(readOptions([], {}).stripe).toBeUndefined();
  expect(() => readOptions([], { STRIPE_SECRET_KEY: 'a' })).toThrow(UsageError);
  expect(() => readOptions([], { STRIPE_WEBHOOK_SECRET: 'b' })).toThrow(UsageError);
  const keys = { STRIPE_SECRET_KEY: 'a', STRIPE_WEBHOOK_SECRET: 'b' };
  expect(() => readOptions([], { ...keys, STRIPE_API_URL: 'localhost' })).toThrow(UsageError);
});
