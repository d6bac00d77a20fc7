import { milliseconds, seconds } from '../time.ts';
import type { Milliseconds, Seconds } from '../time.ts';

/**
 * Items a page. Constants that belong to a rule stand beside it: prices in
 * `subscribe-offer.ts`, the cache in `cache-policy.ts`, speeds in `speed.ts`, thresholds in `playlist.ts`
 * and `reports.ts`.
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

/** The longest run time of one. */
export const QUICK_LISTEN_LIMIT: Seconds = seconds(30 * 60);

/** Pixels left above the target, and the wait after a hash change. */
export const HASH_SCROLL_OFFSET = 200;
export const HASH_SCROLL_DELAY: Milliseconds = milliseconds(200);

/** Slides a view, which is also how many it scrolls by; widths in CSS pixels. */
export const CAROUSEL = {
  slides: 5,
  narrow: [
    { upToWidth: 1024, slides: 3 },
    { upToWidth: 600, slides: 3 },
  ],
} as const;

/** What the client version header says. */
export const CLIENT_VERSION = '1.2.6';
