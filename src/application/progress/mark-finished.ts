import type { ContentItem, ContentPosition } from '../../domain/catalogue/content.ts';
import { message } from '../../domain/message.ts';
import { positionAtEnd } from '../../domain/progress/progress.ts';
import { playbackReport, REPORT_THRESHOLD } from '../../domain/progress/reports.ts';
import type { Track } from '../../domain/playback/track.ts';
import { asSpeed, type Speed } from '../../domain/playback/player.ts';
import type { ContentCache, PlaybackApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/platform.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { FinishedState } from './finished-state.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** How many episodes are marked with one call. */
const REPORTS_AT_ONCE = 50;

/**
 * Marks a started title as finished by reporting its end as the position (PROG-51), or takes the mark back by
 * reporting the earlier position (PROG-52). The title keeps its speed. There is no royalty and no event, because
 * nothing was listened to.
 */
export class MarkFinished {
  static readonly inject: Inject<typeof MarkFinished> = [
    PORTS.playbackApi,
    PORTS.cache,
    PlayerState,
    FinishedState,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly api: PlaybackApi,
    /** Cached lists have the progress from before the mark. */
    private readonly cache: ContentCache,
    private readonly player: PlayerState,
    private readonly finished: FinishedState,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  async setFinished(item: ContentItem): Promise<void> {
    const before = item.progress;
    const end = positionAtEnd(item);
    if (before === null || end === null || this.finished.isSaving(item.id)) return;
    const isMarked = this.finished.isMarked(item);
    this.finished.startSaving(item.id);
    const isSaved = await this.reportPosition(item, isMarked ? before : end);
    this.finished.finishSaving(item.id);
    if (!isSaved) this.notices.post(MESSAGES.saveFailed);
    else if (isMarked) this.finished.unmark(item.id);
    else this.finished.mark(item.id, before);
  }

  /**
   * Reports the end of a title, or its start, for many titles at once. False if it could not be saved, or if the length
   * of the title is unknown.
   */
  async markAs(item: ContentItem, isFinished: boolean): Promise<boolean> {
    const end = positionAtEnd(item);
    if (end === null) return false;
    const chapterIndex =
      item.chapters.length === 0 ? null : Math.min(...item.chapters.map(({ index }) => index));
    const start = { position: REPORT_THRESHOLD, chapterIndex };
    const isSaved = await this.reportPosition(item, isFinished ? end : start);
    if (isSaved) this.cache.clear();
    return isSaved;
  }

  /**
   * Marks episodes as heard, with few calls. They get the current speed. An episode whose length is unknown cannot be
   * marked (PROG-89).
   */
  async markHeard(episodes: readonly Track[]): Promise<void> {
    const unheard = episodes.filter((each) => !this.finished.isHeard(each));
    const reports = unheard.flatMap((each) => {
      const report = each.runTime === null ? null : playbackReport(each, each.runTime, this.player.speed);
      return report === null ? [] : [{ each, report }];
    });
    let count = 0;
    for (let from = 0; from < reports.length; from += REPORTS_AT_ONCE) {
      const some = reports.slice(from, from + REPORTS_AT_ONCE);
      // A provider may limit its calls, so they are made one after the other.
      const saved = await this.api.reportPlayback(some.map(({ report }) => report));
      if (!saved.ok) break;
      for (const { each } of some) this.finished.mark(each.contentId, each.progress);
      count += some.length;
    }
    if (count > 0) this.cache.clear();
    const left = unheard.length - count;
    const marked = message('{count, plural, one {# episode is} other {# episodes are}} marked as heard.', {
      count,
    });
    if (left === 0) this.notices.inform(marked);
    else
      this.notices.post(
        marked,
        message('{count, plural, one {# could not be marked.} other {# could not be marked.}}', {
          count: left,
        }),
      );
  }

  private async reportPosition(
    item: ContentItem,
    { chapterIndex, position }: ContentPosition,
  ): Promise<boolean> {
    const target = { contentId: item.id, contentType: item.type, chapterIndex };
    const report = playbackReport(target, position, await this.speedOf(item));
    // A position that is too early to be reported counts as the start.
    if (report === null) return true;
    const saved = await this.api.reportPlayback([report]);
    if (!saved.ok) {
      this.log.warn('A title was not marked as finished', { kind: saved.error.kind, content: item.id });
    }
    return saved.ok;
  }

  /** The title's own speed, else the current one. */
  private async speedOf(item: ContentItem): Promise<Speed> {
    const record = await this.api.playbackRecord(item.id);
    const known = record.ok ? (record.value?.speed ?? null) : null;
    return (known === null ? null : asSpeed(known)) ?? this.player.speed;
  }
}
