import { NO_SLEEP, sleepPaused, sleepPlaying } from '../../domain/playback/sleep.ts';
import type { AudioEvent, AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription } from '../../ports/signal.ts';
import type { FallAsleep } from './sleep/run-sleep-timer.ts';
import type { KeepPlace } from '../progress/save-position.ts';
import type { PrepareNext } from './preload/preload-next-track.ts';
import type { RecoverSound } from './recover-sound.ts';
import type { ReportPlayback } from '../progress/report-playback.ts';
import type { RewindAfterPause } from './rewind-after-pause.ts';
import type { StartTrack } from './start-track.ts';
import type { ListeningTally } from '../progress/listening-tally.ts';
import type { PlayerState } from './player-state.ts';

/**
 * The one subscriber of the sound: what the output does becomes what the player knows, and pauses,
 * ends and failures get their consequences (section 4, player).
 */
export class FollowAudio {
  constructor(
    private readonly output: AudioOutput,
    private readonly startTrack: StartTrack,
    private readonly reportPlayback: ReportPlayback,
    private readonly fallAsleep: FallAsleep,
    private readonly rewindAfterPause: RewindAfterPause,
    private readonly prepareNext: PrepareNext,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly keepPlace: KeepPlace,
    private readonly recoverSound: RecoverSound,
    private readonly clock: Clock,
  ) {}

  run(): Subscription {
    return this.output.events.subscribe((event) => {
      // A source that was superseded may still have something to say; nobody listens to it.
      if (this.player.isCurrentLoad(event.load)) this.follow(event);
    });
  }

  private follow(event: AudioEvent): void {
    const now = this.clock.now();
    switch (event.kind) {
      case 'ready':
        this.player.trackReady(event.duration);
        this.keepPlace.reached();
        return;
      case 'playing':
        this.player.soundStarted(now);
        if (this.player.track !== null) this.tally.soundStarted(this.player.track.contentId, now);
        this.player.sleepSet(sleepPlaying(this.player.sleep, now));
        return;
      case 'moved':
        this.player.positionMoved(event.position);
        this.tally.ticked(now);
        this.keepPlace.ticked();
        this.fallAsleep.run();
        this.prepareNext.run();
        return;
      case 'waiting':
        this.silenced();
        this.player.soundWaiting();
        // Nobody knows how long it lasts.
        this.keepPlace.run();
        return;
      case 'paused':
        this.silenced();
        this.player.soundStopped();
        this.rewindAfterPause.paused();
        void this.reportPlayback.run();
        return;
      case 'ended':
        this.ended();
        return;
      case 'failed':
        this.silenced();
        this.keepPlace.run();
        void this.recoverSound.run(event.reason);
    }
  }

  private silenced(): void {
    const now = this.clock.now();
    this.tally.soundStopped(now);
    this.player.sleepSet(sleepPaused(this.player.sleep, now));
  }

  private ended(): void {
    this.silenced();
    const before = this.player.track;
    void this.reportPlayback.run();
    if (this.player.sleep.kind === 'end-of-chapter') {
      this.player.sleepSet(NO_SLEEP);
      this.player.soundStopped();
      return;
    }
    this.player.trackEnded(this.clock.now());
    if (this.player.track?.id !== before?.id) {
      void this.startTrack.run(this.player.playRequested(this.player.audio?.id ?? null));
    }
  }
}
