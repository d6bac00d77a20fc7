import type { UserId } from '../../domain/account/user.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentApi } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Registration } from '../../ports/registration.ts';
import { FeedCatalogue } from './feed-catalogue.ts';
import { FeedFavorites } from './feed-favorites.ts';
import { FeedPlayback } from './feed-playback.ts';
import { FeedReader } from './feed-reader.ts';
import { FeedSource } from './feed-source.ts';
import { FeedUsers } from './feed-users.ts';
import { FeedIndex } from './feed-index.ts';
import { ListenerData } from './stored-listener-data.ts';

export type FeedOptions = {
  /** Addresses of RSS or Atom feeds, at least one. Their hosts must allow CORS. */
  readonly feeds: readonly string[];
  readonly auth: Pick<Auth, 'session'>;
  readonly registration: Pick<Registration, 'resendResetCode'>;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly fetch?: typeof fetch;
};

/**
 * Podcast feeds (RSS 2.0 or Atom, with the tags of iTunes and Podcasting 2.0) instead of the product API (CAT-69). The
 * listener's favourites, positions and name are stored in this browser (CAT-71).
 */
export class FeedContentApi implements ContentApi {
  readonly catalogue: FeedCatalogue;
  readonly playback: FeedPlayback;
  readonly users: FeedUsers;
  readonly favorites: FeedFavorites;
  private readonly store: KeyValueStore;

  constructor({ feeds, auth, registration, store, clock, log, random, fetch }: FeedOptions) {
    const reader = new FeedReader(clock, fetch);
    // No request goes to an origin that the configuration does not name (CAT-72).
    const origins = new Set(feeds.map((feed) => new URL(feed).origin));
    const mayAsk = (url: string): boolean => origins.has(new URL(url).origin);
    const index = new FeedIndex(new FeedSource(feeds, { reader, mayAsk, clock, log }), auth, store);
    this.catalogue = new FeedCatalogue(index, { reader, log, random, mayAsk });
    this.playback = new FeedPlayback(index, clock);
    this.users = new FeedUsers(index, registration);
    this.favorites = new FeedFavorites(index);
    this.store = store;
  }

  forget(listener: UserId): void {
    ListenerData.forget(listener, this.store);
  }
}
