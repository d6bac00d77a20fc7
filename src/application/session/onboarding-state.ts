import type { OnboardingTap } from '../../domain/analytics.ts';

/** The part of the onboarding that is stored for the next page. */
export type OnboardingStore = {
  readonly awaitsForYou: boolean;
  readonly awaitsHome: boolean;
  readonly awaitsOffer: boolean;
  readonly from: string | null;
};

/** How far a visitor is in the onboarding. Each of its events is recorded once. */
export class OnboardingState {
  /** An account was created, and the recommended page was not shown yet. */
  awaitsForYou = false;
  /** Somebody signed in, and home was not shown yet. */
  awaitsHome = false;
  /** An account was created, and home has not shown the subscribe offer yet. */
  awaitsOffer = false;
  /** The address that a new listener wanted to open, as in the address bar. Null if there is none. */
  from: string | null = null;
  private taps: readonly OnboardingTap['name'][] = [];

  get store(): OnboardingStore {
    const { awaitsForYou, awaitsHome, awaitsOffer, from } = this;
    return { awaitsForYou, awaitsHome, awaitsOffer, from };
  }

  restore({ awaitsForYou, awaitsHome, awaitsOffer, from }: OnboardingStore): void {
    this.awaitsForYou = awaitsForYou;
    this.awaitsHome = awaitsHome;
    this.awaitsOffer = awaitsOffer;
    this.from = from;
  }

  accountCreated(): void {
    this.awaitsForYou = true;
    this.awaitsOffer = true;
  }

  /** The recommended page comes first. It leads to the address that the listener wanted to open. */
  leadsTo(from: string | undefined): void {
    this.from = from ?? null;
  }

  signedIn(): void {
    this.awaitsHome = true;
  }

  forYouShown(): void {
    this.awaitsForYou = false;
  }

  homeShown(): void {
    this.awaitsHome = false;
    // Home was reached without the recommended page, which is skipped then.
    this.awaitsForYou = false;
  }

  offerShown(): void {
    this.awaitsOffer = false;
    this.from = null;
  }

  /** A sign-in or sign-up form was opened. The first use of each of its controls is recorded again. */
  startVisit(): void {
    this.taps = [];
  }

  hasTapped(name: OnboardingTap['name']): boolean {
    return this.taps.includes(name);
  }

  addTap(name: OnboardingTap['name']): void {
    this.taps = [...this.taps, name];
  }

  reset(): void {
    this.awaitsForYou = false;
    this.awaitsHome = false;
    this.awaitsOffer = false;
    this.from = null;
    this.taps = [];
  }
}
