/** The plan of a listener as the product API tells it. */
export interface ListenerPlan {
  /** Null for a free listener. */
  readonly plan: 'monthly' | 'yearly' | null;
  readonly is_trialing: boolean;
  readonly is_canceled: boolean;
  /** Epoch milliseconds; null if the plan has no end (ENT-50). */
  readonly paid_until: number | null;
}

/** What happened to the last payment of a subscription, or to the payment of a title (ENT-53). */
export type PaymentState = 'paid' | 'refunded' | 'disputed';

/** A subscription as the payment service last told it. Instants are epoch milliseconds. */
export interface BilledSubscription {
  readonly plan: 'monthly' | 'yearly';
  /** `unpaid`: nothing was ever paid for it. `ended`: it is over. */
  readonly status: 'trialing' | 'active' | 'past-due' | 'ended' | 'unpaid';
  /** The bounds of the current period. While a payment is past due, the current period is the one that is not paid. */
  readonly period_start: number;
  readonly period_end: number;
  /** When it ends by itself because it was canceled. Null while it renews. */
  readonly cancel_at: number | null;
  /** When it ended. Null before. */
  readonly ended_at: number | null;
  readonly payment: PaymentState;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A payment service takes up to some hours to charge for the next period, and its messages may be late (ENT-51). */
export const RENEWAL_TIME_MS = DAY_MS;

/** How long a member whose payment failed can go on listening (ENT-52). */
export const GRACE_MS = 7 * DAY_MS;

/** The end of something that does not count at any instant (ENT-54). */
const NEVER = 0;

/**
 * The one table from the state of a subscription to the plan of its listener (ENT-49 to ENT-55). The page
 * docs/rules/entitlement.md shows it.
 *
 * @returns null if the listener never had a plan by this subscription
 */
export function planOf(subscription: BilledSubscription): ListenerPlan | null {
  const { plan, status, payment } = subscription;
  if (status === 'unpaid') return null;
  if (payment !== 'paid') {
    return { plan, is_trialing: false, is_canceled: payment === 'refunded', paid_until: NEVER };
  }
  const is_trialing = status === 'trialing';
  switch (status) {
    case 'trialing':
    case 'active': {
      const { cancel_at, period_end } = subscription;
      return cancel_at === null
        ? { plan, is_trialing, is_canceled: false, paid_until: period_end + RENEWAL_TIME_MS }
        : { plan, is_trialing, is_canceled: true, paid_until: cancel_at };
    }
    case 'past-due': {
      const grace = subscription.period_start + GRACE_MS;
      const { cancel_at } = subscription;
      return {
        plan,
        is_trialing,
        is_canceled: cancel_at !== null,
        paid_until: cancel_at === null ? grace : Math.min(grace, cancel_at),
      };
    }
    case 'ended':
      return { plan, is_trialing, is_canceled: true, paid_until: subscription.ended_at ?? NEVER };
  }
}

/** True while the plan has not expired. A canceled plan counts until then (ENT-1, ENT-3). */
export const isSubscribed = (plan: ListenerPlan, now: number): boolean =>
  plan.plan !== null && !isExpired(plan, now);

const isExpired = ({ paid_until }: ListenerPlan, now: number): boolean =>
  paid_until !== null && paid_until <= now;

/** The plan at an instant as the product API sends it. Null for a listener who never had one. */
export const paymentDetails = (plan: ListenerPlan, now: number) =>
  plan.plan === null
    ? null
    : {
        is_expired: isExpired(plan, now),
        is_canceled: plan.is_canceled,
        is_trialing: plan.is_trialing,
        duration: plan.plan,
      };

const end = ({ paid_until }: ListenerPlan): number => paid_until ?? Infinity;

/**
 * The plan that counts if a listener has several, for example a new one before the old one has run out (ENT-56): one
 * that has not expired, then one that renews, then the one that ends last. The plan that the operator gave counts among
 * them.
 */
export function bestPlan(
  given: ListenerPlan,
  billed: readonly BilledSubscription[],
  now: number,
): ListenerPlan {
  const plans = billed.map(planOf).filter((plan) => plan !== null);
  if (given.plan !== null || plans.length === 0) plans.push(given);
  const [best = given] = plans.toSorted(
    (a, b) =>
      Number(isSubscribed(b, now)) - Number(isSubscribed(a, now)) ||
      Number(a.is_canceled) - Number(b.is_canceled) ||
      // Two plans without an end are equal: Infinity - Infinity is no number.
      (end(a) === end(b) ? 0 : end(b) - end(a)),
  );
  return best;
}
