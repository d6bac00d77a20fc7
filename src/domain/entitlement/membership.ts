import type { Listener, User } from '../account/user.ts';

/** Where a listener stands (section 4, membership status). */
export type MembershipStatus = 'Canceled' | 'Trialing' | 'Active' | 'Free';

/** What the plan is called on the screen; empty without one (section 4). */
export type PlanLabel = 'Monthly' | 'Annual' | '';

/**
 * Section 3: payment details are there, not expired and have a duration. A plan that was canceled but
 * has not run out still counts (contract 3.4).
 */
export const isSubscribed = (user: User): boolean =>
  user.paymentDetails !== null && !user.paymentDetails.isExpired && user.paymentDetails.duration !== null;

/** Section 3: mirrors the provider's `is_canceled`; says nothing about what may be played. */
export const isCanceled = (user: User): boolean => user.paymentDetails?.isCanceled === true;

/** Section 4, membership status: the first that holds of Canceled, Trialing, Active, Free. */
export const membershipStatus = (user: User): MembershipStatus => {
  if (isCanceled(user)) return 'Canceled';
  if (!isSubscribed(user)) return 'Free';
  return user.paymentDetails?.isTrialing === true ? 'Trialing' : 'Active';
};

/** Section 4, plan label: read from the duration alone, whatever the status. */
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

/** Section 6: discounts are for those who do not subscribe; while it is not known who listens, for nobody. */
export const seesDiscountedAudios = (listener: Listener): boolean =>
  listener.kind === 'known' && !isSubscribed(listener.user);
