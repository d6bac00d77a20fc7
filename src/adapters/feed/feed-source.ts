import { CACHE_LIFETIME } from '../../domain/catalogue/cache-policy.ts';
import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { instant, milliseconds } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import type { Feed } from './feed.ts';
import { FeedLibrary } from './feed-library.ts';
import type { FeedReader } from './feed-reader.ts';
import { withOlderPages } from './read-feed.ts';

/** A failed feed is requested again by the first call after this time, if other feeds have content. */
const RETRY_AFTER = milliseconds(2000);

/** How long calls wait for the other feeds once one feed has content. */
const GRACE = milliseconds(1000);

type FeedState = {
  readonly feed: Feed | null;
  readonly failure: ApiFailure | null;
  readonly nextAt: Instant;
};

/** The catalogue, and why a part of it is missing. Null: all feeds have content. */
export type FeedContent = { readonly library: FeedLibrary; readonly missing: ApiFailure | null };

type FeedSourceDependencies = {
  readonly reader: FeedReader;
  /** True if an older page may be requested from this address. */
  readonly mayAsk: (url: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Combines the configured feeds into one catalogue. Requests each feed again after the lifetime of cached responses.
 * A feed that fails is logged, keeps its earlier content, and does not affect the others (CAT-70). A feed that does not
 * answer holds up no call for long (CAT-79).
 */
export class FeedSource {
  private readonly states = new Map<string, FeedState>();
  private readonly pending = new Map<string, Promise<void>>();
  private waiting: Promise<void> | null = null;
  private library: FeedLibrary | null = null;

  constructor(
    private readonly urls: readonly string[],
    private readonly need: FeedSourceDependencies,
  ) {}

  /** Fails only if no feed has content. The failure is that of the first feed. */
  async current(): Promise<Result<FeedContent, ApiFailure>> {
    const due = this.dueFeeds();
    for (const url of due) {
      const loading = this.load(url).finally(() => this.pending.delete(url));
      this.pending.set(url, loading);
    }
    if (due.length > 0) {
      const waiting = this.wait().finally(() => {
        if (this.waiting === waiting) this.waiting = null;
      });
      this.waiting = waiting;
    }
    if (this.waiting !== null) await this.waiting;
    const missing = this.firstFailure();
    if (!this.hasContent) return failed(missing ?? { kind: 'not-found' });
    this.library ??= new FeedLibrary(this.urls.flatMap((url) => this.states.get(url)?.feed ?? []));
    return ok({ library: this.library, missing });
  }

  private get hasContent(): boolean {
    return [...this.states.values()].some(({ feed }) => feed !== null);
  }

  /** Why the first feed without content has none. A feed that has not answered yet counts as timed out. */
  private firstFailure(): ApiFailure | null {
    const url = this.urls.find((each) => (this.states.get(each)?.feed ?? null) === null);
    return url === undefined ? null : (this.states.get(url)?.failure ?? { kind: 'timeout' });
  }

  private dueFeeds(): readonly string[] {
    const now = this.need.clock.now();
    return this.urls.filter((url) => {
      if (this.pending.has(url)) return false;
      const state = this.states.get(url);
      return state === undefined || now >= state.nextAt || !this.hasContent;
    });
  }

  /** Resolves when all feeds have answered, or shortly after one of them has content. */
  private async wait(): Promise<void> {
    const loading = [...this.pending.values()];
    await Promise.race([Promise.all(loading), this.graceAfterContent(loading)]);
  }

  private async graceAfterContent(loading: readonly Promise<void>[]): Promise<void> {
    const content = loading.map(async (each) => {
      await each;
      if (!this.hasContent) throw new Error('This feed has no content.');
    });
    try {
      if (!this.hasContent) await Promise.any(content);
    } catch {
      // No feed has content, and all have answered.
    }
    await this.need.clock.after(GRACE);
  }

  private async load(url: string): Promise<void> {
    const { reader, clock, log } = this.need;
    const result = await reader.feed(url);
    const now = clock.now();
    const before = this.states.get(url)?.feed ?? null;
    if (!result.ok) {
      log.warn('A feed could not be read', { url, kind: result.error.kind });
      this.states.set(url, { feed: before, failure: result.error, nextAt: instant(now + RETRY_AFTER) });
      return;
    }
    const feed = result.value;
    const { dropped, nextUrl } = feed;
    if (dropped > 0) log.warn('Entries of a feed have no audio', { url, dropped });
    const state = { feed, failure: null, nextAt: instant(now + CACHE_LIFETIME) };
    // Until the older pages are read again, the episodes of before stay.
    const isPart = nextUrl !== null && before !== null;
    this.store(url, isPart ? { ...state, feed: withOlderPages(feed, [before]) } : state);
    if (nextUrl === null) return;
    // A long archive holds up no call: it is complete for later ones.
    await Promise.race([this.addOlder(url, state), clock.after(GRACE)]);
  }

  private async addOlder(url: string, state: FeedState & { readonly feed: Feed }): Promise<void> {
    const { reader, mayAsk, log } = this.need;
    const older = await reader.older(state.feed, mayAsk);
    if (older.ok) this.store(url, { ...state, feed: withOlderPages(state.feed, older.value) });
    else log.warn('An older page of a feed could not be read', { url, kind: older.error.kind });
  }

  private store(url: string, state: FeedState): void {
    this.states.set(url, state);
    this.library = null;
  }
}
