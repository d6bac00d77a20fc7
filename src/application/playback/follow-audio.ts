import { NO_SLEEP, sleepPaused, sleepPlaying } from '../../domain/playback/sleep.ts';
import type { AudioEvent, AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription } from '../../ports/signal.ts';
import { RunSleepTimer } from './sleep/run-sleep-timer.ts';
import { SavePosition } from '../progress/save-position.ts';
import { PreloadNextTrack } from './preload/preload-next-track.ts';
import { RecoverSound } from './recover-sound.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { RewindAfterPause } from './rewind-after-pause.ts';
import { StartTrack } from './start-track.ts';
import { ListeningTally } from '../progress/listening-tally.ts';
import { PlayerState } from './player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The only subscriber of the audio output. Updates the player, and handles pauses, ends and failures. */
export class FollowAudio {
  static readonly inject: Inject<typeof FollowAudio> = [
    PORTS.audioOutput,
    StartTrack,
    ReportPlayback,
    RunSleepTimer,
    RewindAfterPause,
    PreloadNextTrack,
    PlayerState,
    ListeningTally,
    SavePosition,
    RecoverSound,
    PORTS.clock,
  ];

  constructor(
    private readonly output: AudioOutput,
    private readonly startTrack: StartTrack,
    private readonly reportPlayback: ReportPlayback,
    private readonly runSleepTimer: RunSleepTimer,
    private readonly rewindAfterPause: RewindAfterPause,
    private readonly preloadNextTrack: PreloadNextTrack,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly savePosition: SavePosition,
    private readonly recoverSound: RecoverSound,
    private readonly clock: Clock,
  ) {}

  start(): Subscription {
    return this.output.events.subscribe((event) => {
      // Ignores events of an audio source that was replaced.
      if (this.player.isCurrentLoad(event.load)) this.follow(event);
    });
  }

  private follow(event: AudioEvent): void {
    const now = this.clock.now();
    switch (event.kind) {
      case 'ready':
        this.player.trackReady(event.duration);
        this.savePosition.positionReached();
        return;
      case 'playing':
        this.player.soundStarted(now);
        if (this.player.track !== null) this.tally.soundStarted(this.player.track.contentId, now);
        this.player.setSleep(sleepPlaying(this.player.sleep, now));
        return;
      case 'moved':
        this.player.positionChanged(event.position);
        this.tally.update(now);
        this.savePosition.saveWhilePlaying();
        this.runSleepTimer.update();
        this.preloadNextTrack.preloadWhenDue();
        return;
      case 'waiting':
        this.silenced();
        this.player.soundStalled();
        // The wait may last long, so the position is saved now.
        this.savePosition.save();
        return;
      case 'paused':
        this.silenced();
        this.player.soundStopped();
        this.rewindAfterPause.paused();
        void this.reportPlayback.report();
        return;
      case 'ended':
        this.ended();
        return;
      case 'failed':
        this.silenced();
        this.savePosition.save();
        void this.recoverSound.recover(event.reason);
    }
  }

  private silenced(): void {
    const now = this.clock.now();
    this.tally.soundStopped(now);
    this.player.setSleep(sleepPaused(this.player.sleep, now));
  }

  private ended(): void {
    this.silenced();
    const before = this.player.track;
    void this.reportPlayback.report();
    if (this.player.sleep.kind === 'end-of-chapter') {
      this.player.setSleep(NO_SLEEP);
      this.player.soundStopped();
      return;
    }
    this.player.trackEnded(this.clock.now());
    if (this.player.track?.id !== before?.id) {
      void this.startTrack.start(this.player.requestPlay(this.player.audio?.id ?? null));
    }
  }
}
