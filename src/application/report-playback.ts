import { seconds, type Seconds } from '../domain/time.ts';
import type { Track } from '../domain/track.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { DeliverReports } from './deliver-reports.ts';
import type { KeepPlace } from './keep-place.ts';
import type { ListeningReport } from './listening-report.ts';
import type { ListeningTally } from './state/listening-tally.ts';
import type { PlayerState } from './state/player-state.ts';

/**
 * Tells the provider how far the listener has come and how long they listened: when a track pauses,
 * ends, changes or its speed changes, and only from a position of 1 second on (section 4). A report is
 * noted down before it is sent, and stays so until it has arrived.
 */
export class ReportPlayback {
  constructor(
    private readonly listeningReport: ListeningReport,
    private readonly deliverReports: DeliverReports,
    private readonly keepPlace: KeepPlace,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly analytics: Analytics,
  ) {}

  async run(): Promise<void> {
    this.makeReport();
    await this.deliverReports.run();
  }

  /** The page or the session is about to end: what there is to tell leaves at once. */
  async runLast(): Promise<void> {
    this.makeReport();
    await this.deliverReports.runAtOnce();
  }

  private makeReport(): void {
    const { track } = this.player;
    // What the provider is told this browser knows too.
    this.keepPlace.run();
    const listened = track === null ? seconds(0) : this.tally.of(track.contentId);
    const report = this.listeningReport.take();
    if (track === null || report === null) return;
    // Another tab has been told of a newer place since; that this one was heard remains true.
    this.deliverReports.add(this.keepPlace.isNewest() ? report : { ...report, playback: null });
    this.record(track, listened);
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
