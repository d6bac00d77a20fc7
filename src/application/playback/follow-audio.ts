import { CountPlayingTime } from './start-track.ts';
import { PlayerState } from './player-state.ts';
import { RecoverSound } from './recover-sound.ts';
import { LastPause } from './last-pause.ts';
import { ReportPlayback, SavePosition } from '../progress/report-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { AudioEvent, AudioOutput } from '../../ports/audio-output.ts';
import type { Subscription } from '../../ports/signal.ts';
import { EndTrack } from './end-track.ts';
import { PreloadAudio } from './preload-audio.ts';
import { SleepTimer } from './sleep-timer.ts';

/** Handles what silences the audio before the track has ended: a pause, missing data, a failure. */
export class HandleSilence {
  static readonly inject: Inject<typeof HandleSilence> = [
    CountPlayingTime,
    PlayerState,
    SavePosition,
    LastPause,
    ReportPlayback,
    RecoverSound,
  ];

  constructor(
    private readonly countPlayingTime: CountPlayingTime,
    private readonly player: PlayerState,
    private readonly savePosition: SavePosition,
    private readonly lastPause: LastPause,
    private readonly reportPlayback: ReportPlayback,
    private readonly recoverSound: RecoverSound,
  ) {}

  /** The audio waits for data. */
  waiting(): void {
    this.countPlayingTime.stop();
    this.player.soundStalled();
    // The wait may last long, so the position is saved now.
    this.savePosition.save();
  }

  paused(): void {
    this.countPlayingTime.stop();
    this.player.soundStopped();
    this.lastPause.begin();
    void this.reportPlayback.report();
  }

  failed(reason: 'network' | 'unplayable'): void {
    this.countPlayingTime.stop();
    // A source that fails during a pause was not listened to since.
    if (this.player.isPlaying) {
      this.savePosition.save();
      this.lastPause.begin();
    }
    void this.recoverSound.recover(reason);
  }
}

/** Keeps the player up to date while the audio loads and sounds. */
export class FollowAudio {
  static readonly inject: Inject<typeof FollowAudio> = [
    PORTS.audioOutput,
    PlayerState,
    CountPlayingTime,
    SavePosition,
    SleepTimer,
    PreloadAudio,
    HandleSilence,
    EndTrack,
  ];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly countPlayingTime: CountPlayingTime,
    private readonly savePosition: SavePosition,
    private readonly runSleepTimer: SleepTimer,
    private readonly preloadNextTrack: PreloadAudio,
    private readonly handleSilence: HandleSilence,
    private readonly endTrack: EndTrack,
  ) {}

  start(): Subscription {
    this.player.setVolumeControl(this.output.canSetVolume);
    return this.output.events.subscribe((event) => {
      // Ignores events of an audio source that was replaced.
      if (this.player.isCurrentLoad(event.load)) this.follow(event);
    });
  }

  private follow(event: AudioEvent): void {
    switch (event.kind) {
      case 'ready':
        this.player.trackReady(event.duration);
        this.savePosition.positionReached();
        return;
      case 'measured':
        this.player.setDuration(event.duration);
        return;
      case 'missed':
        this.player.positionMissed(event.wanted);
        return;
      case 'playing':
        this.countPlayingTime.start();
        return;
      case 'moved':
        if (this.player.soundMoved(event.position)) this.savePosition.positionReached();
        this.countPlayingTime.update();
        this.savePosition.saveWhilePlaying();
        this.runSleepTimer.update();
        this.preloadNextTrack.preloadWhenDue();
        return;
      case 'waiting':
        this.handleSilence.waiting();
        return;
      case 'paused':
        this.handleSilence.paused();
        return;
      case 'failed':
        this.handleSilence.failed(event.reason);
        return;
      case 'ended':
        this.endTrack.end();
    }
  }
}
