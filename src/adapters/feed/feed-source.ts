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
    private readonly reader: FeedReader,
    private readonly clock: Clock,
    private readonly log: Log,
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
    const now = this.clock.now();
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
    await this.clock.after(GRACE);
  }

  private async load(url: string): Promise<void> {
    const result = await this.reader.feed(url);
    const now = this.clock.now();
    if (result.ok) {
      const { dropped } = result.value;
      if (dropped > 0) this.log.warn('Entries of a feed have no audio', { url, dropped });
      this.states.set(url, { feed: result.value, failure: null, nextAt: instant(now + CACHE_LIFETIME) });
      this.library = null;
      return;
    }
    this.log.warn('A feed could not be read', { url, kind: result.error.kind });
    const feed = this.states.get(url)?.feed ?? null;
    this.states.set(url, { feed, failure: result.error, nextAt: instant(now + RETRY_AFTER) });
  }
}
