import { playbackReport, royaltyReport } from '../domain/reports.ts';
import type { Seconds } from '../domain/time.ts';
import type { Track } from '../domain/track.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlaybackApi } from '../ports/content-api.ts';
import type { Log } from '../ports/log.ts';
import type { ListeningTally } from './state/listening-tally.ts';
import type { PlayerState } from './state/player-state.ts';

/**
 * Tells the provider how far the listener has come and how long they listened: when a track pauses,
 * ends, changes or its speed changes, and only from a position of 1 second on (section 4). Failures
 * are logged only (section 8).
 */
export class ReportPlayback {
  constructor(
    private readonly api: PlaybackApi,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly analytics: Analytics,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const track = this.player.track;
    // A place that an earlier page left was reported then; another device may have come further since.
    if (track === null || !this.player.isOpened) return;
    this.tally.ticked(this.clock.now());
    const playback = playbackReport(track, this.player.position, this.player.speed);
    if (playback === null) return;
    const listened = this.tally.taken(track.contentId);
    const royalty = royaltyReport(track.contentId, listened, this.player.speed);
    this.record(track, listened);
    const [reported, paid] = await Promise.all([
      this.api.reportPlayback([playback]),
      royalty === null ? null : this.api.reportRoyalty([royalty]),
    ]);
    if (!reported.ok) this.log.warn('A playback report was not delivered', { kind: reported.error.kind });
    if (paid !== null && !paid.ok)
      this.log.warn('A royalty report was not delivered', { kind: paid.error.kind });
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
