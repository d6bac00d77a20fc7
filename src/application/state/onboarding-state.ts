import type { OnboardingTap } from '../../domain/tracking-plan.ts';

/** How far a visitor has come on the way in (section 4, onboarding order); what is told of it is told once. */
export class OnboardingState {
  /** An account was created, and its recommendations were not shown yet. */
  awaitsForYou = false;
  /** Somebody signed in, and home was not shown yet. */
  awaitsHome = false;
  private taps: readonly OnboardingTap['name'][] = [];

  accountCreated(): void {
    this.awaitsForYou = true;
  }

  signedIn(): void {
    this.awaitsHome = true;
  }

  forYouShown(): void {
    this.awaitsForYou = false;
  }

  homeShown(): void {
    this.awaitsHome = false;
    // Whoever came by another way than the recommendations is past them.
    this.awaitsForYou = false;
  }

  /** A sign-in or sign-up form was opened: everything on it is used for the first time again. */
  visitBegan(): void {
    this.taps = [];
  }

  hasTapped(name: OnboardingTap['name']): boolean {
    return this.taps.includes(name);
  }

  tapped(name: OnboardingTap['name']): void {
    this.taps = [...this.taps, name];
  }

  reset(): void {
    this.awaitsForYou = false;
    this.awaitsHome = false;
    this.taps = [];
  }
}
