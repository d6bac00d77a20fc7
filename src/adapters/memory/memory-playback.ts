import type { ContentId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { PlaybackReport, RoyaltyReport } from '../../domain/progress/reports.ts';
import { ok } from '../../domain/result.ts';
import { toSeconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/signal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Departure, PageKey, PlaybackApi } from '../../ports/content-api.ts';
import { pageOf } from './memory-content.ts';
import type { MemoryContent } from './memory-content.ts';
import type { MemoryFaults } from './memory-faults.ts';

/** The playback calls over a provider in memory, which records the reports. */
export class MemoryPlayback implements PlaybackApi {
  /** Every report of a position that arrived, in order. */
  reports: readonly PlaybackReport[] = [];
  /** Every royalty report that arrived, in order. */
  royalties: readonly RoyaltyReport[] = [];

  constructor(
    private readonly content: MemoryContent,
    private readonly faults: MemoryFaults,
    private readonly clock: Clock,
  ) {}

  async tokenize(url: string, cancellation?: Cancellation) {
    return this.faults.respond('playback.tokenize', cancellation, () => {
      const resolved = new URL(url, 'https://media.invalid');
      resolved.searchParams.set('token', 'memory');
      return ok(resolved.href);
    });
  }

  async playbackRecord(id: ContentId, cancellation?: Cancellation) {
    return this.faults.respond('playback.playbackRecord', cancellation, () =>
      ok(this.content.records.get(id) ?? null),
    );
  }

  async activeContent(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('playback.activeContent', cancellation, () => {
      const newestFirst = [...this.content.records].toReversed().flatMap(([id, record]) => {
        const item = record.isActive ? this.content.find(id) : null;
        return item === null ? [] : [item];
      });
      return ok(pageOf(newestFirst, PAGE_SIZES.activeContent, page));
    });
  }

  async reportPlayback(reports: readonly PlaybackReport[], departure?: Departure) {
    const save = () => {
      this.reports = [...this.reports, ...reports];
      for (const report of reports) this.remember(report);
      return ok(undefined);
    };
    return this.faults.respond('playback.reportPlayback', undefined, save, departure);
  }

  async reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure) {
    const save = () => {
      this.royalties = [...this.royalties, ...reports];
      return ok(undefined);
    };
    return this.faults.respond('playback.reportRoyalty', undefined, save, departure);
  }

  private remember(report: PlaybackReport): void {
    const isChaptered = 'chapterIndex' in report;
    this.content.records.delete(report.id);
    this.content.records.set(report.id, {
      isActive: true,
      type: report.contentType,
      chapterIndex: isChaptered ? report.chapterIndex : null,
      position: toSeconds(isChaptered ? report.chapterPosition : report.lastPosition),
      speed: report.speed,
      updatedAt: this.clock.now(),
    });
  }
}
