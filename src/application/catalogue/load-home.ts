import type { ContentItem, Topic } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiResult, BrowseShelves, Catalogue, Page, PlaybackApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The parts of home, each with its own request. */
export type Home = {
  readonly shelves: Promise<ApiResult<BrowseShelves>>;
  readonly recentlyListened: Promise<ApiResult<Page<ContentItem>>>;
  readonly recommended: Promise<ApiResult<readonly ContentItem[]>>;
  readonly topics: Promise<ApiResult<readonly Topic[]>>;
  /**
   * Resolves when all parts have loaded, so that home can be shown without a layout shift. If other parts are slow,
   * it resolves shortly after the shelves.
   */
  readonly together: Promise<true>;
};

/** How long the shelves wait for the other parts. */
const MAX_WAIT = milliseconds(700);

/** Loads all parts of home in parallel. A part that fails does not affect the others. */
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
    const longEnough = parts.shelves.then(async () => this.clock.after(MAX_WAIT));
    return { ...parts, together: Promise.race([all, longEnough]).then(() => true) };
  }
}
