import { lazy } from '../service-table.ts';

/** What the views may use of the feature `entitlement`. */
export const entitlementServices = {
  offer: lazy(
    async () => (await import('./offer-subscription.ts')).OfferSubscription,
    ['show', 'showFor', 'showFromCampaign', 'endOnboarding', 'choosePlan', 'close', 'left', 'openWelcome'],
  ),
  followMembership: lazy(
    async () => (await import('./follow-membership.ts')).FollowMembership,
    ['start', 'linkUsed', 'returned'],
  ),
  signInToBilling: lazy(async () => (await import('./sign-in-to-billing.ts')).SignInToBilling, ['addressOf']),
};
