import type { Analytics } from '../../ports/analytics.ts';
import { OnboardingState } from '../session/onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Records that a page of the onboarding is shown, the first time after a sign-in. */
export class RecordPage {
  static readonly inject: Inject<typeof RecordPage> = [OnboardingState, PORTS.analytics];

  constructor(
    private readonly onboarding: OnboardingState,
    private readonly analytics: Analytics,
  ) {}

  record(page: 'for-you' | 'home'): void {
    if (page === 'for-you' && this.onboarding.awaitsForYou) {
      this.onboarding.forYouShown();
      this.analytics.record({ name: 'Onboarding - For You - Show', properties: {} });
    }
    if (page === 'home' && this.onboarding.awaitsHome) {
      this.onboarding.homeShown();
      this.analytics.record({ name: 'Onboarding - Home - Show', properties: {} });
    }
  }
}
