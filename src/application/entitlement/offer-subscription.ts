import { isSubscribed } from '../../domain/entitlement/membership.ts';
import { SUBSCRIBE_OFFER, type Plan } from '../../domain/entitlement/subscribe-offer.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { OnboardingState } from '../session/onboarding-state.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

const preselected: Plan['name'] = SUBSCRIBE_OFFER.plans.find((plan) => plan.isPreselected)?.name ?? 'Annual';

/** The subscribe modal: shown, a plan's link used, closed; each is recorded. */
export class OfferSubscription {
  static readonly inject: Inject<typeof OfferSubscription> = [
    UserState,
    OnboardingState,
    RefreshUser,
    PORTS.analytics,
  ];

  constructor(
    private readonly user: UserState,
    private readonly onboarding: OnboardingState,
    private readonly refreshUser: RefreshUser,
    private readonly analytics: Analytics,
  ) {}

  show(): void {
    if (this.user.subscribeModalVisible) return;
    this.user.showOffer();
    this.analytics.record({ name: 'Onboarding - Subscribe - Show', properties: { plan: preselected } });
  }

  /** The app was opened by a campaign's link: whoever is no member yet is shown the offer. */
  async showFromCampaign(): Promise<void> {
    const listener = await this.refreshUser.known();
    if (listener.kind === 'unknown' || isSubscribed(listener.user) || this.user.subscribeModalVisible) return;
    this.analytics.record({ name: 'App Launch Subscribe Shown', properties: {} });
    this.show();
  }

  /** Home is shown: a new listener sees the offer once. Before the listener is known, nobody is offered anything. */
  async endOnboarding(): Promise<void> {
    const listener = await this.refreshUser.known();
    if (listener.kind === 'unknown' || !this.onboarding.awaitsOffer) return;
    this.onboarding.offerShown();
    if (!isSubscribed(listener.user)) this.show();
  }

  choosePlan(plan: Plan['name']): void {
    this.analytics.record({
      name: 'Onboarding - Subscribe - Tap Start Subscription Button',
      properties: { plan },
    });
  }

  close(): void {
    if (!this.user.subscribeModalVisible) return;
    this.user.closeOffer();
    this.left();
  }

  /** The page that showed the offer is gone, and its offer with it. */
  left(): void {
    this.analytics.record({ name: 'Onboarding - Subscribe - X out', properties: { plan: preselected } });
  }
}
