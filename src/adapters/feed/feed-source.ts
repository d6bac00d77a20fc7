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

/** A failed feed is requested again after this time, if other feeds have content. */
const RETRY_AFTER = milliseconds(30_000);

type FeedState = {
  readonly feed: Feed | null;
  readonly failure: ApiFailure | null;
  readonly nextAt: Instant;
};

/**
 * Combines the configured feeds into one catalogue. Requests each feed again after the lifetime of cached responses.
 * A feed that fails is logged, keeps its earlier content, and does not affect the others (CAT-70).
 */
export class FeedSource {
  private readonly states = new Map<string, FeedState>();
  private loading: Promise<void> | null = null;
  private library = new FeedLibrary([]);

  constructor(
    private readonly urls: readonly string[],
    private readonly reader: FeedReader,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Fails only if no feed has content. The failure is that of the first feed. */
  async current(): Promise<Result<FeedLibrary, ApiFailure>> {
    if (this.dueFeeds().length > 0) {
      this.loading ??= this.load().finally(() => {
        this.loading = null;
      });
      await this.loading;
    }
    if (this.hasContent) return ok(this.library);
    const failure = [...this.states.values()].find((state) => state.failure !== null)?.failure;
    return failed(failure ?? { kind: 'not-found' });
  }

  private get hasContent(): boolean {
    return [...this.states.values()].some(({ feed }) => feed !== null);
  }

  private dueFeeds(): readonly string[] {
    const now = this.clock.now();
    return this.urls.filter((url) => {
      const state = this.states.get(url);
      return state === undefined || now >= state.nextAt || !this.hasContent;
    });
  }

  private async load(): Promise<void> {
    await Promise.all(this.dueFeeds().map(async (url) => this.loadOne(url)));
    const feeds = this.urls.flatMap((url) => this.states.get(url)?.feed ?? []);
    this.library = new FeedLibrary(feeds);
  }

  private async loadOne(url: string): Promise<void> {
    const result = await this.reader.feed(url);
    const now = this.clock.now();
    if (result.ok) {
      const { dropped } = result.value;
      if (dropped > 0) this.log.warn('Entries of a feed have no audio', { url, dropped });
      this.states.set(url, { feed: result.value, failure: null, nextAt: instant(now + CACHE_LIFETIME) });
      return;
    }
    this.log.warn('A feed could not be read', { url, kind: result.error.kind });
    const feed = this.states.get(url)?.feed ?? null;
    this.states.set(url, { feed, failure: result.error, nextAt: instant(now + RETRY_AFTER) });
  }
}
