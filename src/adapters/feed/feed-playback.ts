import { ContentType } from '../../domain/catalogue/content.ts';
import type { ContentId, PlaybackRecord } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { PlaybackReport } from '../../domain/progress/reports.ts';
import { failed, ok } from '../../domain/result.ts';
import { instant, seconds, toSeconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiResult, PageKey, PlaybackApi } from '../../ports/content-api.ts';
import { pageOf, unlessCancelled } from './answers.ts';
import { newestFirst } from './feed-index.ts';
import type { FeedIndex } from './feed-index.ts';
import type { NotedPlace } from './listener-notes.ts';
import { webAddress } from './values.ts';

/** Places that are remembered; the oldest ones go first. */
const MOST_PLACES = 1000;

const CONTENT_TYPES = Object.values(ContentType);

const recordOf = (place: NotedPlace): PlaybackRecord => ({
  isActive: true,
  type: CONTENT_TYPES.find((type) => type === place.type) ?? ContentType.DEFAULT,
  chapterIndex: place.chapterIndex,
  position: seconds(place.position),
  speed: place.speed,
  updatedAt: instant(place.updatedAt),
});

/** Sound straight from the feeds' own addresses; places are kept in this browser. */
export class FeedPlayback implements PlaybackApi {
  constructor(
    private readonly index: FeedIndex,
    private readonly clock: Clock,
  ) {}

  /** An enclosure is public: its address is playable as it stands. */
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
      const notes = await this.index.notes();
      if (!notes.ok) return notes;
      const place = notes.value.read('places')?.find((noted) => noted.id === id);
      return ok(place === undefined ? null : recordOf(place));
    });
  }

  async activeContent(page: PageKey | null, cancellation?: Cancellation) {
    return unlessCancelled(cancellation, async () =>
      this.index.own((library, notes, see) => {
        const ids = (notes.read('places') ?? []).map(({ id }) => id);
        return ok(pageOf(newestFirst(ids, library).map(see), PAGE_SIZES.activeContent, page));
      }),
    );
  }

  async reportPlayback(reports: readonly PlaybackReport[]): Promise<ApiResult<void>> {
    const notes = await this.index.notes();
    if (!notes.ok) return notes;
    const places = new Map((notes.value.read('places') ?? []).map((place) => [place.id, place]));
    for (const report of reports) {
      places.delete(report.id);
      places.set(report.id, this.placeOf(report));
    }
    return notes.value.write('places', [...places.values()].slice(-MOST_PLACES));
  }

  /** There is nobody to pay by what was heard: a report has nowhere to go, which is no failure. */
  async reportRoyalty(): Promise<ApiResult<void>> {
    return Promise.resolve(ok(undefined));
  }

  private placeOf(report: PlaybackReport): NotedPlace {
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
