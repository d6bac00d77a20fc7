import type { OnboardingTap } from '../../domain/analytics.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { OnboardingState } from '../session/onboarding-state.ts';

/** Tells the first use of a field, link or button of the sign-in and sign-up forms on a visit (contract 4). */
export class RecordTap {
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
