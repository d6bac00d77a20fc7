import type { Analytics } from '../../ports/analytics.ts';
import { OnboardingState } from '../session/onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { OnboardingTap } from '../../domain/analytics.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { tileContentId } from '../../domain/entitlement/play-decision.ts';
import type { Log, Subscription, KeyValueStore } from '../../ports/platform.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { UserState } from '../session/user-state.ts';

/** The name of a button of a detail page in the tracking plan. */
export type DetailButton =
  | 'Play'
  | 'Pause'
  | 'Play Track'
  | 'Play from a time'
  | 'Play next'
  | 'Add to Up Next'
  | 'Buy'
  | 'Save'
  | 'Follow'
  | 'Share'
  | 'Listen elsewhere'
  | 'Download'
  | 'View PDF'
  | 'Start where I left off'
  | 'Mark as finished'
  | 'Mark older as heard'
  | 'Play Bookmark'
  | 'Edit Note'
  | 'Share Bookmark'
  | 'Remove Bookmark'
  | 'See plans'
  | 'Show more'
  | 'Show less';

/** Records what listeners use, by the names of the tracking plan. */
export class Usage {
  static readonly inject: Inject<typeof Usage> = [OnboardingState, PORTS.analytics];

  constructor(
    private readonly onboarding: OnboardingState,
    private readonly analytics: Analytics,
  ) {}

  /** Records that a page of the onboarding is shown, the first time after a sign-in (ANA-3, ANA-4). */
  recordPage(page: 'for-you' | 'home'): void {
    if (page === 'for-you' && this.onboarding.awaitsForYou) {
      this.onboarding.forYouShown();
      this.analytics.record({ name: 'Onboarding - For You - Show', properties: {} });
    }
    if (page === 'home' && this.onboarding.awaitsHome) {
      this.onboarding.homeShown();
      this.analytics.record({ name: 'Onboarding - Home - Show', properties: {} });
    }
  }

  /** Records the first use of each field, link and button of the sign-in and sign-up forms on a visit (ANA-5, ANA-6, ANA-7, ANA-8, ANA-9, ANA-10, ANA-11, ANA-12, ANA-13). */
  recordTap(tap: OnboardingTap): void {
    if (this.onboarding.hasTapped(tap.name)) return;
    this.onboarding.addTap(tap.name);
    this.analytics.record(tap);
  }

  recordDetailButton(button: DetailButton, id: ContentId): void {
    this.analytics.record({
      name: 'Individual Audio Button Clicked Web App',
      properties: { button, content_id: id },
    });
  }

  /**
   * Records that a search result was opened: the search term, and the position of the result, from 1.
   *
   * @param id of what was opened; nothing is recorded if it is not among the results (ANA-23)
   */
  recordSearchResult(term: string, results: readonly ContentItem[], id: ContentId): void {
    const index = results.findIndex((item) => tileContentId(item) === id);
    if (index === -1) return;
    this.analytics.record({
      name: 'Search Result Clicked',
      properties: { term, content_id: id, position: index + 1 },
    });
  }
}

/** Whether the actions of a listener may be recorded (ANA-27). */
export class PrivacyState {
  /** The listener's own choice. */
  isOptedOut = false;
  /** True if this browser asks not to be tracked. Then nothing is recorded, whatever the listener chose. */
  browserObjects = false;

  get isPermitted(): boolean {
    return !this.isOptedOut && !this.browserObjects;
  }

  setOptedOut(isOptedOut: boolean): void {
    this.isOptedOut = isOptedOut;
  }

  setBrowserObjects(objects: boolean): void {
    this.browserObjects = objects;
  }
}

const KEY = 'privacy.opted-out';

/**
 * One choice for analytics and messaging together. It is stored in this browser and applies to every listener and every
 * tab, from before the first event is sent (ANA-26).
 */
export class ChoosePrivacy {
  static readonly inject: Inject<typeof ChoosePrivacy> = [
    PrivacyState,
    UserState,
    PORTS.store,
    PORTS.analytics,
    PORTS.messaging,
    PORTS.log,
  ];

  constructor(
    private readonly privacy: PrivacyState,
    private readonly user: UserState,
    private readonly store: KeyValueStore,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly log: Log,
  ) {}

  choose(isOptedOut: boolean): void {
    if (isOptedOut) {
      const stored = this.store.set(KEY, 'yes');
      if (!stored.ok) this.log.warn('The privacy choice could not be saved', { kind: stored.error.kind });
    } else this.store.delete(KEY);
    this.apply(isOptedOut);
  }

  /**
   * Applies the stored choice, and from now on the choices of other tabs.
   *
   * @param browserObjects whether the browser asks not to be tracked (ANA-29)
   */
  restore(browserObjects: boolean): Subscription {
    this.privacy.setBrowserObjects(browserObjects);
    this.apply(this.store.get(KEY) !== null);
    return this.store.changedElsewhere.subscribe((key) => {
      if (key === KEY || key === null) this.apply(this.store.get(KEY) !== null);
    });
  }

  private apply(isOptedOut: boolean): void {
    const before = this.privacy.isPermitted;
    this.privacy.setOptedOut(isOptedOut);
    const { isPermitted } = this.privacy;
    this.analytics.permit(isPermitted);
    this.messaging.permit(isPermitted);
    // Both services have forgotten the listener.
    if (isPermitted && !before && this.user.isSignedIn) {
      this.messaging.identify(this.user.user.id);
      this.analytics.identify(this.user.user);
    }
  }
}
