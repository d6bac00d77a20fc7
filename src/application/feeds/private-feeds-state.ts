import type { Message } from '../../domain/message.ts';
import { type PrivateFeed } from '../../domain/feeds/private-feed.ts';

/** Why a feed could not be listed, made or changed; `message` is for the listener. */
export type FeedFailure = { readonly message: Message; readonly field?: 'name' };

/** The listener's private feeds on the screen. It never holds an address (FEED-61). */
export class PrivateFeedsState {
  /** `absent`: the provider has no private feeds. */
  status: 'unknown' | 'absent' | 'loaded' | 'failed' = 'unknown';
  feeds: readonly PrivateFeed[] = [];
  failure: FeedFailure | null = null;

  setFeeds(feeds: readonly PrivateFeed[]): void {
    this.status = 'loaded';
    this.feeds = feeds;
    this.failure = null;
  }

  setAbsent(): void {
    this.reset();
    this.status = 'absent';
  }

  /** A list that was loaded before stays. */
  setFailure(failure: FeedFailure): void {
    if (this.status !== 'loaded') this.status = 'failed';
    this.failure = failure;
  }

  reset(): void {
    this.status = 'unknown';
    this.feeds = [];
    this.failure = null;
  }
}
