import type { Speed } from '../../domain/playback/player.ts';
import type { Track, TrackId } from '../../domain/playback/track.ts';
import { type Seconds } from '../../domain/time.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { UnsentReport } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { ListeningHistory } from '../history/listening-history.ts';
import { PlayerState } from '../player-state.ts';
import { DeliverReports } from './deliver-reports.ts';
import { UnreportedTime } from './unreported-time.ts';
import { SavePosition } from './save-position.ts';

/**
 * Reports the position and the listening time to the provider: when a track pauses, ends or changes, and when the
 * speed changes. A report is stored before it is sent, and stays stored until it has arrived (PROG-27).
 */
export class ReportPlayback {
  static readonly inject: Inject<typeof ReportPlayback> = [
    SavePosition,
    DeliverReports,
    ListeningHistory,
    PlayerState,
    UnreportedTime,
    PORTS.audioOutput,
    PORTS.analytics,
  ];
  /** The position that was reported last. */
  private lastReported: { readonly track: TrackId; readonly position: Seconds } | null = null;

  constructor(
    private readonly savePosition: SavePosition,
    private readonly deliverReports: DeliverReports,
    private readonly listeningHistory: ListeningHistory,
    private readonly player: PlayerState,
    private readonly tally: UnreportedTime,
    private readonly output: AudioOutput,
    private readonly analytics: Analytics,
  ) {}

  /** @param speed the speed from now on */
  async report(speed: Speed = this.player.speed): Promise<void> {
    // Without a position, the listening time waits for the next report. The page may end before that.
    if (!this.makeReport(() => this.savePosition.nextReport(speed))) this.savePosition.saveDraft();
    await this.deliverReports.deliver();
  }

  /**
   * Reports the open content before another one replaces it, unless its position was reported before (PROG-1). Another
   * device may have gone on since.
   */
  async reportBeforeChange(): Promise<void> {
    this.followSound();
    if (!this.isReported()) this.makeReport(() => this.savePosition.lastReport());
    await this.deliverReports.deliver();
  }

  /** Sends the report at once, because the session may be about to end (PROG-37). */
  async reportAtOnce(): Promise<void> {
    this.store();
    await this.deliverReports.deliverAtOnce();
  }

  /** Saves and sends what was heard, because the page is left (PROG-37). A pause just before may not have been reported yet. */
  async leave(): Promise<void> {
    this.savePlaying();
    this.listeningHistory.save('page');
    await this.reportBeforeEnd();
  }

  /**
   * Saves, because a phone may end a hidden page without another event. Sends only what the browser had no room for,
   * because another tab may be used next. Only this page knows it (PROG-63).
   */
  hide(): void {
    this.savePlaying();
    if (this.savePosition.hasUnsavedDraft) void this.reportBeforeEnd();
  }

  /** Sends the last report of the session at once. Later listening does not count. */
  async reportLast(): Promise<void> {
    const delivered = this.reportAtOnce();
    this.tally.reset();
    await delivered;
  }

  /** Makes the report that is due. It is delivered when its listener has a session again. */
  store(): void {
    this.followSound();
    if (this.savePosition.isReportOwed) this.makeReport(() => this.savePosition.lastReport());
  }

  private savePlaying(): void {
    if (!this.player.isPlaying) return;
    this.followSound();
    this.savePosition.save();
    this.listeningHistory.save();
  }

  /** The last event of a sound that goes on may be a second old, in which 2.5 seconds play at the highest speed (PROG-64). */
  private followSound(): void {
    const { isPlaying, isLoaded, isAtPosition } = this.player;
    if (isPlaying && isLoaded && isAtPosition) this.player.positionChanged(this.output.position());
  }

  private async reportBeforeEnd(): Promise<void> {
    this.store();
    await this.deliverReports.deliverBeforeEnd();
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
    this.savePosition.reported();
    // A royalty without a position is no playback report.
    if (report.playback !== null) this.record(track, listened);
    return true;
  }

  /** True if the player is still at the position that was reported last, and nothing was heard since (ANA-18). */
  private isReported(): boolean {
    const { track, position } = this.player;
    const isThere = this.lastReported?.track === track?.id && this.lastReported?.position === position;
    return this.lastReported !== null && isThere && !this.savePosition.isReportOwed;
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
