import type { OnboardingTap } from '../../domain/analytics.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { OnboardingState } from '../session/onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Records the first use of each field, link and button of the sign-in and sign-up forms on a visit. */
export class RecordTap {
  static readonly inject: Inject<typeof RecordTap> = [OnboardingState, PORTS.analytics];

  constructor(
    private readonly onboarding: OnboardingState,
    private readonly analytics: Analytics,
  ) {}

  record(tap: OnboardingTap): void {
    if (this.onboarding.hasTapped(tap.name)) return;
    this.onboarding.addTap(tap.name);
    this.analytics.record(tap);
  }
}
