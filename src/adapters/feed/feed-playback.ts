import { ContentType } from '../../domain/catalogue/content.ts';
import type { ContentId, PlaybackRecord } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { PlaybackReport } from '../../domain/progress/reports.ts';
import { failed, ok } from '../../domain/result.ts';
import { instant, seconds, toSeconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiResult, PageKey, PlaybackApi } from '../../ports/content-api.ts';
import { pageOf, unlessCancelled } from './results.ts';
import { newestFirst } from './feed-index.ts';
import type { FeedIndex } from './feed-index.ts';
import type { StoredPosition } from './stored-listener-data.ts';
import { webAddress } from './values.ts';

/** The largest number of stored positions. The oldest ones are deleted first. */
const MOST_POSITIONS = 1000;

const CONTENT_TYPES = Object.values(ContentType);

const recordOf = (stored: StoredPosition): PlaybackRecord => ({
  isActive: true,
  type: CONTENT_TYPES.find((type) => type === stored.type) ?? ContentType.DEFAULT,
  chapterIndex: stored.chapterIndex,
  position: seconds(stored.position),
  speed: stored.speed,
  updatedAt: instant(stored.updatedAt),
});

/** Audio from the feeds' own addresses. Positions are stored in this browser. */
export class FeedPlayback implements PlaybackApi {
  constructor(
    private readonly index: FeedIndex,
    private readonly clock: Clock,
  ) {}

  /** The audio of a feed is public, so its address is already playable. */
  async tokenize(url: string, cancellation?: Cancellation): Promise<ApiResult<string>> {
    return unlessCancelled(cancellation, async () => {
      const address = URL.canParse(url) ? webAddress(url, url) : null;
      return Promise.resolve(address === null ? failed({ kind: 'not-found' }) : ok(address));
    });
  }

  async playbackRecord(
    id: ContentId,
    cancellation?: Cancellation,
  ): Promise<ApiResult<PlaybackRecord | null>> {
    return unlessCancelled(cancellation, async () => {
      const data = await this.index.listenerData();
      if (!data.ok) return data;
      const stored = data.value.read('places')?.find((position) => position.id === id);
      return ok(stored === undefined ? null : recordOf(stored));
    });
  }

  async activeContent(page: PageKey | null, cancellation?: Cancellation) {
    return unlessCancelled(cancellation, async () =>
      this.index.own((library, data, see) => {
        const ids = (data.read('places') ?? []).map(({ id }) => id);
        return ok(pageOf(newestFirst(ids, library).map(see), PAGE_SIZES.activeContent, page));
      }),
    );
  }

  async reportPlayback(reports: readonly PlaybackReport[]): Promise<ApiResult<void>> {
    const data = await this.index.listenerData();
    if (!data.ok) return data;
    const positions = new Map((data.value.read('places') ?? []).map((stored) => [stored.id, stored]));
    for (const report of reports) {
      positions.delete(report.id);
      positions.set(report.id, this.positionOf(report));
    }
    return data.value.write('places', [...positions.values()].slice(-MOST_POSITIONS));
  }

  /** Does nothing, because feeds pay no royalties. */
  async reportRoyalty(): Promise<ApiResult<void>> {
    return Promise.resolve(ok(undefined));
  }

  private positionOf(report: PlaybackReport): StoredPosition {
    const isChaptered = 'chapterIndex' in report;
    return {
      id: report.id,
      type: report.contentType,
      chapterIndex: isChaptered ? report.chapterIndex : null,
      position: toSeconds(isChaptered ? report.chapterPosition : report.lastPosition),
      speed: report.speed,
      updatedAt: this.clock.now(),
    };
  }
}
