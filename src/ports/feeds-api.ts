import type { FeedId, FeedSubject, NewFeed, PrivateFeed } from '../domain/feeds/private-feed.ts';
import type { ApiResult } from './content-api.ts';

/**
 * The listener's private feeds for other apps. A provider may have none: then `list` fails with `not-found`, and nothing
 * of them is shown (FEED-60).
 */
export interface FeedsApi {
  /** Lists the feeds of the listener, without their addresses. */
  list(): Promise<ApiResult<readonly PrivateFeed[]>>;
  /** Makes a feed. Its address is returned only here, and by `renew`. */
  make(subject: FeedSubject, name: string): Promise<ApiResult<NewFeed>>;
  /** Gives the feed a new address. The one before stops working. Fails with `not-found` if there is no such feed. */
  renew(id: FeedId): Promise<ApiResult<NewFeed>>;
  /** Ends a feed. Also succeeds if there is no such feed. */
  revoke(id: FeedId): Promise<ApiResult<void>>;
}
