import type { Speed } from '../../domain/playback/player.ts';
import type { Seconds } from '../../domain/time.ts';
import type { Track, TrackId } from '../../domain/playback/track.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { UnsentReport } from '../../ports/playback-journal.ts';
import { DeliverReports } from './deliver-reports.ts';
import { SavePosition } from './save-position.ts';
import { ListeningReport } from './listening-report.ts';
import { ListeningTally } from './listening-tally.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Reports the position and the listening time to the provider: when a track pauses, ends or changes, and when the
 * speed changes. A report is stored before it is sent, and stays stored until it has arrived (PROG-27).
 */
export class ReportPlayback {
  static readonly inject: Inject<typeof ReportPlayback> = [
    ListeningReport,
    DeliverReports,
    SavePosition,
    PlayerState,
    ListeningTally,
    PORTS.analytics,
  ];
  /** The position that was reported last. */
  private lastReported: { readonly track: TrackId; readonly position: Seconds } | null = null;

  constructor(
    private readonly listeningReport: ListeningReport,
    private readonly deliverReports: DeliverReports,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly analytics: Analytics,
  ) {}

  /** @param speed the speed from now on */
  async report(speed: Speed = this.player.speed): Promise<void> {
    // Without a position, the listening time waits for the next report. The page may end before that.
    if (!this.makeReport(() => this.listeningReport.next(speed))) this.listeningReport.saveDraft();
    await this.deliverReports.deliver();
  }

  /**
   * Reports the open content before another one replaces it, unless its position was reported before (PROG-1). Another
   * device may have gone on since.
   */
  async reportBeforeChange(): Promise<void> {
    if (!this.isReported()) this.makeReport(() => this.listeningReport.last());
    await this.deliverReports.deliver();
  }

  /** Sends the report at once, because the session may be about to end (PROG-37). */
  async reportAtOnce(): Promise<void> {
    this.store();
    await this.deliverReports.deliverAtOnce();
  }

  /** Sends the report at once, because the page may be about to end (PROG-37). */
  async reportBeforeEnd(): Promise<void> {
    this.store();
    await this.deliverReports.deliverBeforeEnd();
  }

  /** Sends the draft at once if the browser had no room for it. Only this page knows it (PROG-63). */
  async reportUnsavedDraft(): Promise<void> {
    if (this.listeningReport.isUnsaved) await this.reportBeforeEnd();
  }

  /** Sends the last report of the session at once. Later listening does not count. */
  async reportLast(): Promise<void> {
    const delivered = this.reportAtOnce();
    this.tally.reset();
    await delivered;
  }

  /** Makes the report that is due. It is delivered when its listener has a session again. */
  store(): void {
    if (this.listeningReport.isOwed) this.makeReport(() => this.listeningReport.last());
  }

  /** Returns true if there was something to report. */
  private makeReport(make: () => UnsentReport | null): boolean {
    const { track } = this.player;
    // Saves the position locally before it is reported.
    this.savePosition.save();
    const listened = track === null ? 0 : this.tally.of(track.contentId).duration;
    const report = make();
    if (track === null || report === null) return false;
    this.lastReported = { track: track.id, position: this.player.position };
    // Another tab has saved a newer position since. The listening time still counts.
    this.deliverReports.add(this.savePosition.isNewest() ? report : { ...report, playback: null });
    this.listeningReport.reported();
    // A royalty without a position is no playback report.
    if (report.playback !== null) this.record(track, listened);
    return true;
  }

  /** True if the player is still at the position that was reported last, and nothing was heard since (ANA-18). */
  private isReported(): boolean {
    const { track, position } = this.player;
    const isThere = this.lastReported?.track === track?.id && this.lastReported?.position === position;
    return this.lastReported !== null && isThere && !this.listeningReport.isOwed;
  }

  private record(track: Track, listened: number): void {
    const properties = {
      content_id: track.contentId,
      content_type: track.contentType,
      seconds: Math.round(listened),
      speed: this.player.speed,
    };
    this.analytics.record({
      name: 'Audio Listened',
      properties:
        track.chapterIndex === null ? properties : { ...properties, chapter_index: track.chapterIndex },
    });
  }
}
