import type { Listener, User } from '../account/user.ts';

/** Where a listener stands. */
export type MembershipStatus = 'Canceled' | 'Trialing' | 'Active' | 'Free';

/** What the plan is called on the screen; empty without one. */
export type PlanLabel = 'Monthly' | 'Annual' | '';

/**
 * Payment details are there, not expired and have a duration. A plan that was canceled but
 * has not run out still counts.
 */
export const isSubscribed = (user: User): boolean =>
  user.paymentDetails !== null && !user.paymentDetails.isExpired && user.paymentDetails.duration !== null;

/** Mirrors the provider's `is_canceled`; says nothing about what may be played. */
export const isCanceled = (user: User): boolean => user.paymentDetails?.isCanceled === true;

/** The first that holds of Canceled, Trialing, Active, Free. */
export const membershipStatus = (user: User): MembershipStatus => {
  if (isCanceled(user)) return 'Canceled';
  if (!isSubscribed(user)) return 'Free';
  return user.paymentDetails?.isTrialing === true ? 'Trialing' : 'Active';
};

/** Read from the duration alone, whatever the status. */
export const planLabel = (user: User): PlanLabel => {
  switch (user.paymentDetails?.duration) {
    case 'monthly':
      return 'Monthly';
    case 'yearly':
      return 'Annual';
    default:
      return '';
  }
};

/** Discounts are for those who do not subscribe; while it is not known who listens, for nobody. */
export const seesDiscountedAudios = (listener: Listener): boolean =>
  listener.kind === 'known' && !isSubscribed(listener.user);
