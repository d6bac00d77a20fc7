import { NO_SLEEP } from '../../domain/playback/sleep.ts';
import type { Clock } from '../../ports/clock.ts';
import { CountPlayingTime } from './count-playing-time.ts';
import { PlayerState } from './player-state.ts';
import { StartTrack } from './start-track.ts';
import { PlayUpNext } from './up-next/play-up-next.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Reports a track that has ended. With autoplay, starts the next track (PLAY-16), without a new play decision (PLAY-28).
 * After the last track, starts the first entry of Up Next (PLAY-80).
 */
export class EndTrack {
  static readonly inject: Inject<typeof EndTrack> = [
    CountPlayingTime,
    ReportPlayback,
    StartTrack,
    PlayUpNext,
    PlayerState,
    PORTS.clock,
  ];

  constructor(
    private readonly countPlayingTime: CountPlayingTime,
    private readonly reportPlayback: ReportPlayback,
    private readonly startTrack: StartTrack,
    private readonly playUpNext: PlayUpNext,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  end(): void {
    this.countPlayingTime.stop();
    const before = this.player.track;
    void this.reportPlayback.reportEnd();
    if (this.player.sleep.kind === 'end-of-chapter') {
      this.player.setSleep(NO_SLEEP, this.clock.elapsed());
      this.player.soundStopped();
      return;
    }
    this.player.trackEnded(this.clock.now());
    if (this.player.track?.id !== before?.id) {
      void this.startTrack.start(this.player.requestPlay(this.player.audio?.id ?? null));
    } else if (this.player.autoplay) void this.playUpNext.startNext();
  }
}
