import type { Analytics } from '../../ports/analytics.ts';
import { OnboardingState } from '../session/onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { OnboardingTap } from '../../domain/analytics.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { resultContentId } from '../../domain/entitlement/play-decision.ts';

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
    const index = results.findIndex((item) => resultContentId(item) === id);
    if (index === -1) return;
    this.analytics.record({
      name: 'Search Result Clicked',
      properties: { term, content_id: id, position: index + 1 },
    });
  }
}
