import {
  decidePlay,
  isSubscribed,
  type Plan,
  SUBSCRIBE_OFFER,
} from '../../domain/entitlement/play-decision.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { OnboardingState } from '../session/onboarding-state.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/platform.ts';
import type { Catalogue, UserApi } from '../../ports/content-api.ts';
import { WelcomeState } from './welcome-state.ts';

// not translated: a name of analytics
const preselected: Plan['name'] = SUBSCRIBE_OFFER.plans.find((plan) => plan.isPreselected)?.name ?? 'Annual';

/** The listener does not wait longer for the page. It then asks for the password. */
const LONGEST_WAIT = milliseconds(3_000);

/** The subscribe modal with its events, the billing page, and the welcome of a listener who has paid. */
export class OfferSubscription {
  static readonly inject: Inject<typeof OfferSubscription> = [
    UserState,
    OnboardingState,
    RefreshUser,
    WelcomeState,
    PORTS.catalogue,
    PORTS.userApi,
    PORTS.analytics,
    PORTS.clock,
  ];

  constructor(
    private readonly user: UserState,
    private readonly onboarding: OnboardingState,
    private readonly refreshUser: RefreshUser,
    private readonly welcome: WelcomeState,
    private readonly catalogue: Pick<Catalogue, 'content'>,
    private readonly users: UserApi,
    private readonly analytics: Analytics,
    private readonly clock: Clock,
  ) {}

  /** What the listener gets after they come back from paying. The view observes it. */
  async openWelcome(): Promise<WelcomeState> {
    return this.welcome;
  }

  /** Shows the offer for a title that only members may play. */
  showFor(item: ContentItem): void {
    this.want(item);
    this.show();
  }

  /** Shows the offer, unless it is on the screen (ANA-15). */
  show(): void {
    if (this.user.subscribeModalVisible) return;
    this.user.showOffer();
    this.analytics.record({ name: 'Onboarding - Subscribe - Show', properties: { plan: preselected } });
  }

  /** Shows the offer after a campaign link, unless the listener subscribes (ENT-42, ANA-14). */
  async showFromCampaign(): Promise<void> {
    const listener = await this.refreshUser.known();
    if (listener.kind === 'unknown' || isSubscribed(listener.user) || this.user.subscribeModalVisible) return;
    this.analytics.record({ name: 'App Launch Subscribe Shown', properties: {} });
    this.show();
  }

  /** Shows the offer once to a new listener, when home is shown and the listener is known (ENT-43). */
  async endOnboarding(): Promise<void> {
    const listener = await this.refreshUser.known();
    if (listener.kind === 'unknown' || !this.onboarding.awaitsOffer) return;
    this.onboarding.offerShown();
    if (!isSubscribed(listener.user)) this.show();
  }

  /** Records that the link of a plan is used (ANA-16). */
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

  /** Closes the offer when its page is left (ANA-17). */
  left(): void {
    this.analytics.record({ name: 'Onboarding - Subscribe - X out', properties: { plan: preselected } });
  }

  /** The title that the listener goes to pay for. */
  want(item: ContentItem): void {
    this.welcome.want(item);
  }

  /**
   * Offers to play what the listener wanted when they went to pay, as soon as they may hear it (ENT-63). Call this when the
   * listener is back, and the newest membership is known.
   */
  async welcomeBuyer(): Promise<void> {
    const { wanted } = this.welcome;
    if (isSubscribed(this.user.user)) {
      if (wanted === null && !this.user.subscribeModalVisible) return;
      const plays = wanted !== null && decidePlay(this.user.user, wanted, this.clock.now()).kind === 'play';
      this.showWelcome({ kind: 'member', item: plays ? wanted : null });
      return;
    }
    if (wanted === null) return;
    const newest = await this.catalogue.content(wanted.id);
    const isBought = newest.ok && newest.value.isPurchased;
    if (isBought && this.welcome.wanted === wanted) this.showWelcome({ kind: 'owner', item: newest.value });
  }

  private showWelcome(welcome: Parameters<WelcomeState['show']>[0]): void {
    this.user.closeOffer();
    this.welcome.show(welcome);
  }

  /** The address of a page with a code that signs the listener in. With no code, the page asks for the password (SES-95). */
  async billingAddress(page: string): Promise<string> {
    const code = await Promise.race([this.users.billingCode(), this.clock.after(LONGEST_WAIT)]);
    // A code that does not count ends the session of another listener in this browser.
    const value = code?.ok === true ? code.value : 'none';
    return `${page}${page.includes('?') ? '&' : '?'}sign_in_code=${encodeURIComponent(value)}`;
  }
}
