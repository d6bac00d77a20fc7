import { milliseconds, seconds, type Milliseconds, type Seconds } from '../time.ts';

/**
 * Page sizes: items on one page of a list. Constants of a rule are in the file of the rule: prices in `play-decision.ts`,
 * the cache in `cache-policy.ts`, speeds in `player.ts`, thresholds in `track.ts` and `reports.ts` (CAT-6, CAT-18,
 * CAT-19).
 */
export const PAGE_SIZES = {
  recommended: 15,
  authors: 15,
  trending: 15,
  activeContent: 15,
  favorites: 25,
  purchases: 25,
  podcastEpisodes: 50,
  topics: 50,
  homeTopics: 10,
  collectionTracks: 1000,
  search: 3,
  devices: 60,
} as const;

/** How far skip and rewind go. */
export const SKIP_STEP: Seconds = seconds(15);

/** The longest run time of a quick listen. */
export const QUICK_LISTEN_LIMIT: Seconds = seconds(30 * 60);

/** Scrolling to a hash: the pixels left above the target, and the delay after a change of the hash. */
export const HASH_SCROLL_OFFSET = 200;
/** How long the page waits before it scrolls to a changed hash. */
export const HASH_SCROLL_DELAY: Milliseconds = milliseconds(200);

/** The value of the client version header. */
export const CLIENT_VERSION = '1.2.6';

/** Slides of a carousel in one view, and also in one step. Widths are in CSS pixels (CAT-43). */
export const CAROUSEL = {
  slides: 5,
  narrow: [
    { upToWidth: 1024, slides: 3 },
    { upToWidth: 600, slides: 3 },
  ],
} as const;

/** How many slides a carousel shows, and how many in narrow windows. */
export type CarouselRule = {
  readonly slides: number;
  readonly narrow: readonly { readonly upToWidth: number; readonly slides: number }[];
};

/** How many slides a window of this width (CSS pixels) shows (CAT-43). */
export const slidesInView = (rule: CarouselRule | typeof CAROUSEL, width: number): number => {
  const narrow = [...rule.narrow].toSorted((one, other) => one.upToWidth - other.upToWidth);
  return narrow.find(({ upToWidth }) => width <= upToWidth)?.slides ?? rule.slides;
};
