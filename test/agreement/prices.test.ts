import { dollars, PLANS } from 'audio-streaming-provider/billing/context';
import { expect, test } from 'vitest';
import { SUBSCRIBE_OFFER } from '../../src/domain/entitlement/play-decision.ts';

test('the checkout charges what the offer of the app says (ENT-57)', () => {
  const shown = new Map(SUBSCRIBE_OFFER.plans.map(({ name, price }) => [name, price]));
  expect(PLANS.yearly.amount / 100).toBe(shown.get('Annual'));
  expect(PLANS.monthly.amount / 100).toBe(shown.get('Monthly'));
  expect(dollars(PLANS.yearly.amount, 'en')).toBe('$69.99');
});
