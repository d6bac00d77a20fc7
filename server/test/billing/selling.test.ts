import { expect, test } from 'vitest';
import { UsageError } from '../../given.ts';
import { readOptions } from '../../options.ts';
import { startTestProvider, temporaryFolder } from '../support/provider.ts';
import { priceOf } from '../../billing/context.ts';

test.each([
  ['nothing without a payment service', {}, 404],
  [
    'plans with one',
    { stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: 'http://127.0.0.1:9' } },
    303,
  ],
])(
  'a library sells %s (ENT-67)',
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

const FROM = Date.UTC(2030, 0, 1);
const TILL = Date.UTC(2030, 0, 2);
const iso = (at: number): string => new Date(at).toISOString();

const TITLE = {
  discount_price: 4.99,
  discount_start: iso(FROM),
  discount_end: iso(TILL),
  valid_from: null,
  valid_till: null,
};

test.each([
  ['before the discount', FROM - 1, 1499],
  ['at its first instant, which the sale badge leaves out', FROM, 1499],
  ['inside', FROM + 1, 499],
  ['just before its end', TILL - 1, 499],
  ['at its end', TILL, 1499],
])('%s (ENT-57)', (_, now, amount) => {
  expect(priceOf(TITLE, now)).toBe(amount);
});

test('a title without a price is not sold (ENT-57)', () => {
  expect(priceOf({ ...TITLE, discount_price: null }, FROM + 1)).toBeNull();
  expect(priceOf({ ...TITLE, discount_price: 0 }, FROM + 1)).toBeNull();
});

test('a title that is not valid is sold only inside its discount (ENT-57)', () => {
  const over = { ...TITLE, valid_till: iso(FROM) };
  expect(priceOf(over, FROM + 1)).toBe(499);
  expect(priceOf(over, TILL)).toBeNull();
  expect(priceOf({ ...TITLE, valid_from: iso(TILL + 1) }, TILL)).toBeNull();
});

test('a discount is never dearer than the full price (ENT-57)', () => {
  expect(priceOf({ ...TITLE, discount_price: 29.5 }, TILL)).toBe(2950);
});
