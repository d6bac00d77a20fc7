import type { Listener, User } from '../account/user.ts';

/** The status of a membership. */
export type MembershipStatus = 'Canceled' | 'Trialing' | 'Active' | 'Free';

/** The name of the plan on the screen. Empty without a plan (ENT-4). */
export type PlanLabel = 'Monthly' | 'Annual' | '';

/**
 * True if there are payment details that have a duration and have not expired. A canceled plan counts until it
 * expires.
 */
export const isSubscribed = (user: User): boolean =>
  user.paymentDetails !== null && !user.paymentDetails.isExpired && user.paymentDetails.duration !== null;

/** The provider's `is_canceled`. It does not affect what may be played. */
export const isCanceled = (user: User): boolean => user.paymentDetails?.isCanceled === true;

/** The first status that applies of Canceled, Trialing, Active, Free (ENT-2). */
export const membershipStatus = (user: User): MembershipStatus => {
  if (isCanceled(user)) return 'Canceled';
  if (!isSubscribed(user)) return 'Free';
  return user.paymentDetails?.isTrialing === true ? 'Trialing' : 'Active';
};

/** The plan's name, from its duration alone, whatever the status. */
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

/** True for a known listener who does not subscribe. An unknown listener sees no discounts (ENT-5). */
export const seesDiscountedAudios = (listener: Listener): boolean =>
  listener.kind === 'known' && !isSubscribed(listener.user);
