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

/** How soon a feed that failed is asked for again while others stand in for it. */
const AFTER_FAILURE = milliseconds(30_000);

type Kept = { readonly feed: Feed | null; readonly failure: ApiFailure | null; readonly nextAt: Instant };

/**
 * Combines the configured feeds into one catalogue. Requests each feed again when its cached response would expire. A
 * feed that fails is logged, keeps its earlier content, and does not affect the others (CAT-70).
 */
export class FeedSource {
  private readonly kept = new Map<string, Kept>();
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
    if (this.holdsAny) return ok(this.library);
    const failure = [...this.kept.values()].find((kept) => kept.failure !== null)?.failure;
    return failed(failure ?? { kind: 'not-found' });
  }

  private get holdsAny(): boolean {
    return [...this.kept.values()].some(({ feed }) => feed !== null);
  }

  private dueFeeds(): readonly string[] {
    const now = this.clock.now();
    return this.urls.filter((url) => {
      const kept = this.kept.get(url);
      return kept === undefined || now >= kept.nextAt || !this.holdsAny;
    });
  }

  private async load(): Promise<void> {
    await Promise.all(this.dueFeeds().map(async (url) => this.loadOne(url)));
    const feeds = this.urls.flatMap((url) => this.kept.get(url)?.feed ?? []);
    this.library = new FeedLibrary(feeds);
  }

  private async loadOne(url: string): Promise<void> {
    const answer = await this.reader.feed(url);
    const now = this.clock.now();
    if (answer.ok) {
      const { dropped } = answer.value;
      if (dropped > 0) this.log.warn('Entries of a feed hold nothing that can be heard', { url, dropped });
      this.kept.set(url, { feed: answer.value, failure: null, nextAt: instant(now + CACHE_LIFETIME) });
      return;
    }
    this.log.warn('A feed could not be read', { url, kind: answer.error.kind });
    const feed = this.kept.get(url)?.feed ?? null;
    this.kept.set(url, { feed, failure: answer.error, nextAt: instant(now + AFTER_FAILURE) });
  }
}
