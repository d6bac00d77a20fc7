// Proves ENT-39, ENT-40.
import { describe, expect, test } from 'vitest';
import { formatPrice, SUBSCRIBE_OFFER } from '../../../src/domain/entitlement/subscribe-offer.ts';

describe('the subscribe offer', () => {
  const [annual, monthly] = SUBSCRIBE_OFFER.plans;

  test('has its texts', () => {
    expect(SUBSCRIBE_OFFER).toMatchObject({
      headline: 'Unlock every audio now!',
      benefits: ['Over 600 audiobooks', 'Over 1,000 meditations', '150+ quick listens under 20 minutes'],
      choice: 'Choose Your Plan',
      notes: 'Recurring Billing. Cancel Anytime.',
    });
  });

  test('has a preselected annual plan and a monthly plan', () => {
    expect(SUBSCRIBE_OFFER.plans).toEqual([
      { name: 'Annual', price: 69.99, pricePerMonth: 5.83, saving: 'Save 60%', isPreselected: true },
      { name: 'Monthly', price: 14.99, pricePerMonth: null, saving: null, isPreselected: false },
    ]);
  });

  test('the price a month and the saving of the annual plan are correct', () => {
    expect(Math.floor((annual.price / 12) * 100) / 100).toBe(annual.pricePerMonth);
    expect(1 - annual.price / (monthly.price * 12)).toBeGreaterThanOrEqual(0.6);
  });

  test.each([
    [69.99, '$69.99'],
    [5, '$5.00'],
    [0.1, '$0.10'],
  ])('%j dollars read %j', (price, shown) => {
    expect(formatPrice(price)).toBe(shown);
  });
});
