import {
  feedId,
  type FeedId,
  type FeedSubject,
  type NewFeed,
  type PrivateFeed,
} from '../../domain/feeds/private-feed.ts';
import { failed, ok } from '../../domain/result.ts';
import type { ApiFailure, ApiResult, FeedsApi } from '../../ports/content-api.ts';
import type { Clock } from '../../ports/platform.ts';

/** Private feeds in memory. A provider has none unless it is told to. */
export class MemoryFeeds implements FeedsApi {
  /** True if the provider has private feeds. */
  isOffered = false;
  /** With this failure every call fails; null if calls succeed. */
  failure: ApiFailure['kind'] | null = null;
  /** The feeds in the order in which they were made. */
  feeds: readonly PrivateFeed[] = [];
  /** How many times the list was asked for. */
  lists = 0;
  private addresses = 0;

  constructor(private readonly clock: Clock) {}

  async list() {
    this.lists += 1;
    return this.respond(() => ok(this.feeds));
  }

  async make(subject: FeedSubject, name: string) {
    return this.respond(() => {
      const feed: PrivateFeed = {
        id: feedId(`feed-${this.addresses + 1}`),
        kind: subject.kind,
        name,
        title: null,
        createdAt: this.clock.now(),
        lastUsedAt: null,
        lastApp: null,
        isPaused: false,
      };
      this.feeds = [...this.feeds, feed];
      return ok(this.withAddress(feed));
    });
  }

  async renew(id: FeedId) {
    return this.respond((): ApiResult<NewFeed> => {
      const before = this.feeds.find((feed) => feed.id === id);
      if (before === undefined) return failed({ kind: 'not-found' });
      const renewed = { ...before, isPaused: false };
      this.feeds = this.feeds.map((feed) => (feed.id === id ? renewed : feed));
      return ok(this.withAddress(renewed));
    });
  }

  async revoke(id: FeedId) {
    return this.respond(() => {
      this.feeds = this.feeds.filter((feed) => feed.id !== id);
      return ok(undefined);
    });
  }

  private withAddress(feed: PrivateFeed): NewFeed {
    this.addresses += 1;
    return { ...feed, url: `https://provider.invalid/feeds/secret-${this.addresses}` };
  }

  private respond<Value>(work: () => ApiResult<Value>): ApiResult<Value> {
    if (this.failure !== null) return failed({ kind: this.failure });
    return this.isOffered ? work() : failed({ kind: 'not-found' });
  }
}
