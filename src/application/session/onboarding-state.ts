import type { OnboardingTap } from '../../domain/analytics.ts';

/** What of the onboarding outlives the page. */
export type OnboardingStore = {
  readonly awaitsForYou: boolean;
  readonly awaitsHome: boolean;
  readonly awaitsOffer: boolean;
  readonly from: string | null;
};

/** How far a visitor has come on the way in; what is told of it is told once. */
export class OnboardingState {
  /** An account was created, and its recommendations were not shown yet. */
  awaitsForYou = false;
  /** Somebody signed in, and home was not shown yet. */
  awaitsHome = false;
  /** An account was created, and home has not shown its listener the offer yet. */
  awaitsOffer = false;
  /** The address that a new listener was on the way to, as the address bar gave it; null: to none. */
  from: string | null = null;
  private taps: readonly OnboardingTap['name'][] = [];

  get store(): OnboardingStore {
    const { awaitsForYou, awaitsHome, awaitsOffer, from } = this;
    return { awaitsForYou, awaitsHome, awaitsOffer, from };
  }

  /** What an earlier page left. */
  restored({ awaitsForYou, awaitsHome, awaitsOffer, from }: OnboardingStore): void {
    this.awaitsForYou = awaitsForYou;
    this.awaitsHome = awaitsHome;
    this.awaitsOffer = awaitsOffer;
    this.from = from;
  }

  accountCreated(): void {
    this.awaitsForYou = true;
    this.awaitsOffer = true;
  }

  /** The recommendations come first; they lead on to where the listener was on the way to. */
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
    // Whoever came by another way than the recommendations is past them.
    this.awaitsForYou = false;
  }

  offerShown(): void {
    this.awaitsOffer = false;
    this.from = null;
  }

  /** A sign-in or sign-up form was opened: everything on it is used for the first time again. */
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
