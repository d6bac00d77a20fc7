import { NO_SLEEP } from '../../domain/playback/sleep.ts';
import type { Seconds } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { FollowingEpisode } from './following-episode.ts';
import { FollowingTitle } from './following-title.ts';
import { PlayingTime } from './playing-time.ts';
import { StartTrack } from './start-track.ts';

/**
 * Reports a track that has ended. With autoplay, starts the next track (PLAY-16), without a new play decision (PLAY-28).
 * After the last track, another title may follow. If nothing follows, the player rests until Play (PLAY-99, PLAY-40).
 */
export class EndTrack {
  static readonly inject: Inject<typeof EndTrack> = [
    ReportPlayback,
    StartTrack,
    FollowingEpisode,
    FollowingTitle,
    PlayerState,
    PlayingTime,
    PORTS.audioOutput,
    PORTS.clock,
  ];

  constructor(
    private readonly reportPlayback: ReportPlayback,
    private readonly startTrack: StartTrack,
    private readonly followingEpisode: FollowingEpisode,
    private readonly followingTitle: FollowingTitle,
    private readonly player: PlayerState,
    private readonly playingTime: PlayingTime,
    private readonly output: AudioOutput,
    private readonly clock: Clock,
  ) {}

  /** Leaves out the end of a track, which then counts as heard (PLAY-122). */
  skipTo(end: Seconds): void {
    this.player.positionChanged(end);
    this.end();
    if (!this.player.isPlaying) this.output.pause();
  }

  end(): void {
    this.playingTime.stop();
    this.playingTime.beginPause();
    const { track: before, sleep, endedWhereResumed } = this.player;
    if (endedWhereResumed) {
      // The end was reported when it was heard.
      this.reportPlayback.store();
      this.player.endReached();
      if (this.moveOn()) this.start();
      return;
    }
    void this.reportPlayback.report();
    if (sleep.kind === 'end-of-chapter') {
      this.player.setSleep(NO_SLEEP, this.clock.elapsed());
      this.player.endReached();
      return;
    }
    this.player.trackEnded(this.clock.now(), this.followingEpisode);
    if (this.player.track?.id !== before?.id) this.start();
    else void this.followingTitle.trackEnded();
  }

  /** Leaves a track that has ended, before Play (PLAY-99). Returns false if no track is valid any more. */
  leave(): boolean {
    void this.reportPlayback.reportBeforeChange();
    return this.moveOn();
  }

  private moveOn(): boolean {
    const isMoved = this.player.moveOn(this.clock.now());
    // The only track of a title starts again, and is still loaded.
    if (this.player.isLoaded) this.output.seek(this.player.position);
    return isMoved;
  }

  private start(): void {
    void this.startTrack.start(this.player.requestPlay(this.player.audio?.id ?? null));
  }
}
