import type { Brand } from '../brand.ts';
import { message } from '../message.ts';
import type { Instant } from '../time.ts';

/** The id of a private feed. It gives nobody access. */
export type FeedId = Brand<string, 'FeedId'>;
/** Marks a text as the id of a feed. */
export const feedId = (id: string): FeedId => id as FeedId;

/** What a private feed may hold: a title, a series, a collection, all that was saved, or all that may be heard. */
export const FEED_KINDS = ['item', 'series', 'collection', 'saved', 'all'] as const;
/** One of `FEED_KINDS`. */
export type FeedKind = (typeof FEED_KINDS)[number];

/** What a new feed is to hold. `id` names the title, the series or the collection. */
export type FeedSubject =
  | { readonly kind: 'item' | 'series' | 'collection'; readonly id: string }
  | { readonly kind: 'saved' | 'all' };

/** A private feed, without its address: the provider shows the address only once (FEED-61). */
export type PrivateFeed = {
  readonly id: FeedId;
  readonly kind: FeedKind;
  /** The listener's own name of it, for example "car". */
  readonly name: string;
  /** The title of what it holds, if the provider sends it. */
  readonly title: string | null;
  readonly createdAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  /** The app that asked last. */
  readonly lastApp: string | null;
  /** The provider has paused the feed, because too many networks have used it. */
  readonly isPaused: boolean;
};

/** A feed that was just made or renewed, with its secret address. */
export type NewFeed = PrivateFeed & { readonly url: string };

/** The greatest length of a feed's name. */
export const LONGEST_FEED_NAME = 60;

/** A link that opens a podcast app and subscribes to a feed. */
export type AppLink = { readonly app: string; readonly address: string };

/** How the usual apps take the address of a feed: as a scheme that replaces `https:`, or as a parameter. */
// not translated: names of products
const APPS: readonly (readonly [app: string, link: (bare: string, url: string) => string])[] = [
  ['Apple Podcasts', (bare) => `podcast://${bare}`],
  ['Overcast', (_, url) => `overcast://x-callback-url/add?url=${encodeURIComponent(url)}`],
  ['Pocket Casts', (bare) => `pktc://subscribe/${bare}`],
  ['AntennaPod', (bare) => `antennapod-subscribe://${bare}`],
  ['Castro', (bare) => `castros://subscribe/${bare}`],
  [message('Another app'), (bare) => `pcast://${bare}`],
];

/** The links that subscribe to a feed in other apps (FEED-63). None leads to a foreign host, and none to a web page. */
export const appLinks = (url: string): readonly AppLink[] => {
  const bare = url.replace(/^https?:\/\//iu, '');
  return APPS.map(([app, link]) => ({ app, address: link(bare, url) }));
};
