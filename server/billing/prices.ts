import type { ItemDocument } from '../catalogue/tables.ts';
import type { PlanDuration } from './service.ts';

/** Whole cents of US dollars. */
export const CURRENCY = 'usd';

/** The prices of the plans (ENT-40). */
export const PLANS: Readonly<Record<PlanDuration, { readonly label: string; readonly amount: number }>> = {
  monthly: { label: 'Monthly membership', amount: 1499 },
  yearly: { label: 'Annual membership', amount: 6999 },
};

/** The price of a title outside the window of its discount. The catalogue has no field for it. */
const FULL_AMOUNT = 1499;

type Priced = Pick<
  ItemDocument,
  'discount_price' | 'discount_start' | 'discount_end' | 'valid_from' | 'valid_till'
>;

/**
 * The price of a title at an instant, in cents (ENT-57). Null if it is not sold then: it has no price, or nobody could
 * hear it.
 */
export function priceOf(item: Priced, now: number): number | null {
  const { discount_price, discount_start, discount_end, valid_from, valid_till } = item;
  if (discount_price === null || discount_price <= 0) return null;
  const amount = Math.round(discount_price * 100);
  const isDiscounted =
    discount_start !== null &&
    discount_end !== null &&
    Date.parse(discount_start) < now &&
    now < Date.parse(discount_end);
  if (isDiscounted) return amount;
  const isValid =
    (valid_from === null || Date.parse(valid_from) <= now) &&
    (valid_till === null || now < Date.parse(valid_till));
  return isValid ? Math.max(amount, FULL_AMOUNT) : null;
}

/** `$69.99` for 6999. */
export const dollars = (amount: number): string => `$${(amount / 100).toFixed(2)}`;
