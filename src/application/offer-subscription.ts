import { SUBSCRIBE_OFFER, type Plan } from '../domain/subscribe-offer.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { UserState } from './state/user-state.ts';

const preselected: Plan['name'] = SUBSCRIBE_OFFER.plans.find((plan) => plan.isPreselected)?.name ?? 'Annual';

/** The subscribe modal: shown, a plan's link used, closed; each is recorded (section 2, subscribe modal). */
export class OfferSubscription {
  constructor(
    private readonly user: UserState,
    private readonly analytics: Analytics,
  ) {}

  show(): void {
    if (this.user.subscribeModalVisible) return;
    this.user.subscriptionOffered();
    this.analytics.record({ name: 'Onboarding - Subscribe - Show', properties: { plan: preselected } });
  }

  /** The app was opened by a campaign's link: whoever is no member yet is shown the offer. */
  launch(): void {
    if (this.user.isSubscribed || this.user.subscribeModalVisible) return;
    this.analytics.record({ name: 'App Launch Subscribe Shown', properties: {} });
    this.show();
  }

  planTaken(plan: Plan['name']): void {
    this.analytics.record({
      name: 'Onboarding - Subscribe - Tap Start Subscription Button',
      properties: { plan },
    });
  }

  close(): void {
    if (!this.user.subscribeModalVisible) return;
    this.user.offerClosed();
    this.analytics.record({ name: 'Onboarding - Subscribe - X out', properties: { plan: preselected } });
  }
}
