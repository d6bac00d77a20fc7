import { NOBODY, type User, type UserId } from '../../domain/account/user.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { Emitter } from '../shared/emitter.ts';
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

/** Records events with their users. */
export class MemoryAnalytics implements Analytics {
  /** Every sent event, in order. */
  events: readonly TrackingEvent[] = [];
  /** The user of the next event. `NOBODY` before `identify` and after `reset`. */
  user: User = NOBODY;
  /** Each sent event with its user and device. A sign-out starts another device. */
  sent: readonly { readonly name: string; readonly userId: string | null; readonly device: string }[] = [];
  private identities = 1;
  private isPermitted = true;
  /** Events that wait for the user's id. Null if none has to wait. */
  private waiting: readonly TrackingEvent[] | null = null;

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    if (this.waiting === null) this.tell(event);
    else this.waiting = [...this.waiting, event];
  }

  identify(user: User): void {
    if (!this.isPermitted) return;
    this.user = user;
    this.tellWaiting();
    this.waiting = null;
  }

  awaitUser(): void {
    if (this.isPermitted) this.waiting ??= [];
  }

  reset(): void {
    this.tellWaiting();
    this.waiting = null;
    this.user = NOBODY;
    this.identities += 1;
  }

  permit(isPermitted: boolean): void {
    this.isPermitted = isPermitted;
    if (isPermitted) return;
    this.user = NOBODY;
    this.waiting = null;
  }

  flush(): void {
    this.tellWaiting();
  }

  private tell(event: TrackingEvent): void {
    this.events = [...this.events, event];
    const userId = this.user.id === '' ? null : this.user.id;
    this.sent = [...this.sent, { name: event.name, userId, device: String(this.identities) }];
  }

  private tellWaiting(): void {
    if (this.waiting === null) return;
    const { waiting } = this;
    this.waiting = [];
    for (const event of waiting) this.tell(event);
  }
}

/** Records events with their users. Tests send messages with `messages.emit`. */
export class MemoryMessaging implements Messaging {
  readonly messages = new Emitter<InAppMessage>();
  /** Every recorded event, in order. */
  events: readonly TrackingEvent[] = [];
  /** Each sent event with its user. */
  sent: readonly { readonly name: string; readonly userId: UserId | null }[] = [];
  /** The identified user; null if nobody is. */
  userId: UserId | null = null;
  private isPermitted = true;
  /** The ids of the messages that were shown. */
  impressions: readonly string[] = [];
  /** Each click: the message's id, and the button's key after a slash. */
  clicks: readonly string[] = [];

  identify(id: UserId): void {
    if (this.isPermitted) this.userId = id;
  }

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    this.events = [...this.events, event];
    this.sent = [...this.sent, { name: event.name, userId: this.userId }];
  }

  reset(): void {
    this.userId = null;
  }

  permit(isPermitted: boolean): void {
    this.isPermitted = isPermitted;
    if (!isPermitted) this.userId = null;
  }

  recordImpression({ id }: InAppMessage): void {
    this.impressions = [...new Set([...this.impressions, id])];
  }

  recordClick({ id }: InAppMessage, button: MessageButton | null): void {
    const click = button === null ? id : `${id}/${button.key}`;
    this.clicks = [...new Set([...this.clicks, click])];
  }
}

/** Private feeds in memory. A provider has none unless it is told to. */
export class MemoryFeeds implements FeedsApi {
  /** True if the provider has private feeds. */
  isOffered = false;
  /** Every call fails with this failure. Null if calls succeed. */
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

  private isTaken(name: string, except: FeedId | null): boolean {
    return this.feeds.some((feed) => feed.id !== except && feed.name === name);
  }

  async make(subject: FeedSubject, name: string) {
    return this.respond((): ApiResult<NewFeed> => {
      if (this.isTaken(name, null)) return failed({ kind: 'rejected' });
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

  async rename(id: FeedId, name: string) {
    return this.respond((): ApiResult<void> => {
      if (!this.feeds.some((feed) => feed.id === id)) return failed({ kind: 'not-found' });
      if (this.isTaken(name, id)) return failed({ kind: 'rejected' });
      this.feeds = this.feeds.map((feed) => (feed.id === id ? { ...feed, name } : feed));
      return ok(undefined);
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
