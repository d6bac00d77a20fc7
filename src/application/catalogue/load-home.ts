import type { ContentItem, Topic } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiResult, BrowseShelves, Catalogue, Page, PlaybackApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** What the browse home is made of, each part on its own way. */
export type Home = {
  readonly shelves: Promise<ApiResult<BrowseShelves>>;
  readonly recentlyListened: Promise<ApiResult<Page<ContentItem>>>;
  readonly recommended: Promise<ApiResult<readonly ContentItem[]>>;
  readonly topics: Promise<ApiResult<readonly Topic[]>>;
  /**
   * Resolves when all of it has come, so that it can be shown without a jump; or a moment after the
   * shelves have, when something else keeps the listener waiting.
   */
  readonly together: Promise<true>;
};

/** How long the shelves wait for the parts around them. */
const PATIENCE = milliseconds(700);

/** Asks for the whole home page at once; a part that fails takes no other with it. */
export class LoadHome {
  static readonly inject: Inject<typeof LoadHome> = [PORTS.catalogue, PORTS.playbackApi, PORTS.clock];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly playback: PlaybackApi,
    private readonly clock: Clock,
  ) {}

  load(cancellation?: Cancellation): Home {
    const parts = {
      shelves: this.catalogue.browse(cancellation),
      recentlyListened: this.playback.activeContent(null, cancellation),
      recommended: this.catalogue.forYou(cancellation),
      topics: this.catalogue.topics(PAGE_SIZES.homeTopics, cancellation),
    };
    const all: Promise<unknown> = Promise.all(Object.values(parts));
    const longEnough = parts.shelves.then(async () => this.clock.after(PATIENCE));
    return { ...parts, together: Promise.race([all, longEnough]).then(() => true) };
  }
}
