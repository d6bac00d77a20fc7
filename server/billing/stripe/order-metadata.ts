import * as v from 'valibot';
import type { StoredOrder } from '../service.ts';

/** What the service stores with a checkout, so that an order can be restored (ENT-73). All of it is text. */
export const metadataOf = ({ id, seller, sub, plan, itemId, amount, trialDays }: StoredOrder) => ({
  order: id,
  seller,
  sub,
  amount: String(amount),
  trial_days: String(trialDays),
  ...(plan !== null && { plan }),
  ...(itemId !== null && { item: itemId }),
});

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

export const orderMetadata = v.pipe(
  v.object({
    order: v.string(),
    seller: v.string(),
    sub: v.string(),
    amount: wholeNumber,
    trial_days: wholeNumber,
    plan: v.optional(v.picklist(['monthly', 'yearly'])),
    item: v.optional(v.string()),
  }),
  v.check(({ plan, item }) => (plan === undefined) !== (item === undefined)),
  v.transform(({ order, seller, sub, amount, trial_days, plan = null, item = null }): StoredOrder => ({
    id: order,
    seller,
    sub,
    plan,
    itemId: item,
    amount,
    trialDays: trial_days,
  })),
);
