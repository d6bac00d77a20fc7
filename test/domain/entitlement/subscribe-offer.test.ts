import { describe, expect, test } from 'vitest';
import { formatPrice, SUBSCRIBE_OFFER } from '../../../src/domain/entitlement/subscribe-offer.ts';

describe('the subscribe offer', () => {
  const [annual, monthly] = SUBSCRIBE_OFFER.plans;

  test('says what it unlocks', () => {
    expect(SUBSCRIBE_OFFER).toMatchObject({
      headline: 'Unlock every audio now!',
      benefits: ['Over 600 audiobooks', 'Over 1,000 meditations', '150+ quick listens under 20 minutes'],
      choice: 'Choose Your Plan',
      notes: 'Recurring Billing. Cancel Anytime.',
    });
  });

  test('has an annual plan, preselected, and a monthly one', () => {
    expect(SUBSCRIBE_OFFER.plans).toEqual([
      { name: 'Annual', price: 69.99, pricePerMonth: 5.83, saving: 'Save 60%', isPreselected: true },
      { name: 'Monthly', price: 14.99, pricePerMonth: null, saving: null, isPreselected: false },
    ]);
  });

  test('the annual plan costs a month what it says, and saves at least what it promises', () => {
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
