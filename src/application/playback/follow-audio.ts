import type { AudioEvent, AudioOutput } from '../../ports/audio-output.ts';
import type { Subscription } from '../../ports/signal.ts';
import { CountPlayingTime } from './count-playing-time.ts';
import { EndTrack } from './end-track.ts';
import { HandleSilence } from './handle-silence.ts';
import { PlayerState } from './player-state.ts';
import { PreloadNextTrack } from './preload/preload-next-track.ts';
import { RunSleepTimer } from './sleep/run-sleep-timer.ts';
import { SavePosition } from '../progress/save-position.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Keeps the player up to date while the audio loads and sounds. */
export class FollowAudio {
  static readonly inject: Inject<typeof FollowAudio> = [
    PORTS.audioOutput,
    PlayerState,
    CountPlayingTime,
    SavePosition,
    RunSleepTimer,
    PreloadNextTrack,
    HandleSilence,
    EndTrack,
  ];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly countPlayingTime: CountPlayingTime,
    private readonly savePosition: SavePosition,
    private readonly runSleepTimer: RunSleepTimer,
    private readonly preloadNextTrack: PreloadNextTrack,
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
