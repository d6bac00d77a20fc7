import type { Speed } from '../../domain/playback/speed.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import type { Track } from '../../domain/playback/track.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { UnsentReport } from '../../ports/playback-journal.ts';
import { DeliverReports } from './deliver-reports.ts';
import { SavePosition } from './save-position.ts';
import { ListeningReport } from './listening-report.ts';
import { ListeningTally } from './listening-tally.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Tells the provider how far the listener has come and how long they listened: when a track pauses,
 * ends, changes or its speed changes, and only from a position of 1 second on. A report is
 * noted down before it is sent, and stays so until it has arrived.
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

  constructor(
    private readonly listeningReport: ListeningReport,
    private readonly deliverReports: DeliverReports,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly analytics: Analytics,
  ) {}

  /** @param speed at which the listener goes on from here */
  async report(speed: Speed = this.player.speed): Promise<void> {
    this.makeReport(() => this.listeningReport.take(speed));
    await this.deliverReports.deliver();
  }

  /** The content in the player is about to make way for another one. */
  async reportBeforeChange(): Promise<void> {
    this.makeReport(() => this.listeningReport.takeLast());
    await this.deliverReports.deliver();
  }

  /** The page or the session may be about to end: what there is to tell leaves at once. */
  async reportAtOnce(): Promise<void> {
    this.store();
    await this.deliverReports.deliverAtOnce();
  }

  /** The session ends with this: what there is to tell leaves at once, and nothing after it counts. */
  async reportLast(): Promise<void> {
    const delivered = this.reportAtOnce();
    this.tally.reset();
    await delivered;
  }

  /** Makes the report that is owed. It is delivered when its listener has a session again. */
  store(): void {
    if (this.listeningReport.isOwed) this.makeReport(() => this.listeningReport.takeLast());
  }

  private makeReport(take: () => UnsentReport | null): void {
    const { track } = this.player;
    // What the provider is told this browser knows too.
    this.savePosition.save();
    const listened = track === null ? seconds(0) : this.tally.secondsOf(track.contentId);
    const report = take();
    if (track === null || report === null) return;
    // Another tab has been told of a newer place since; that this one was heard remains true.
    this.deliverReports.add(this.savePosition.isNewest() ? report : { ...report, playback: null });
    // A royalty alone is no playback report.
    if (report.playback !== null) this.record(track, listened);
  }

  private record(track: Track, listened: Seconds): void {
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
