import type { ContentItem, Topic } from '../domain/content.ts';
import { PAGE_SIZES } from '../domain/limits.ts';
import { seesDiscountedAudios } from '../domain/membership.ts';
import { ok } from '../domain/result.ts';
import type { Cancellation } from '../ports/cancellation.ts';
import type { Answer, BrowseShelves, Catalogue, Page, PlaybackApi } from '../ports/content-api.ts';
import type { UserState } from './state/user-state.ts';

/** What the browse home is made of, each part on its own way (section 2, browse home). */
export type Home = {
  readonly shelves: Answer<BrowseShelves>;
  readonly recentlyListened: Answer<Page<ContentItem>>;
  readonly recommended: Answer<Page<ContentItem>>;
  readonly discounted: Answer<Page<ContentItem>>;
  readonly topics: Answer<readonly Topic[]>;
};

/** Asks for the whole home page at once; a part that fails takes no other with it. */
export class LoadHome {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly playback: PlaybackApi,
    private readonly user: UserState,
  ) {}

  run(cancellation?: Cancellation): Home {
    return {
      shelves: this.catalogue.browse(cancellation),
      recentlyListened: this.playback.activeContent(null, cancellation),
      recommended: this.catalogue.recommended(null, cancellation),
      discounted: seesDiscountedAudios(this.user.user)
        ? this.catalogue.discounted(null, cancellation)
        : Promise.resolve(ok({ items: [], next: null })),
      topics: this.catalogue.topics(PAGE_SIZES.homeTopics, cancellation),
    };
  }
}
