import { reachesSkip } from '../../domain/playback/player.ts';
import type { AudioEvent, AudioOutput } from '../../ports/audio-output.ts';
import type { Subscription } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { SavePosition } from '../progress/save-position.ts';
import { EndTrack } from './end-track.ts';
import { PlayingTime } from './playing-time.ts';
import { PreloadNextTrack } from './preload-next-track.ts';
import { RecoverSound } from './recover-sound.ts';
import { SleepTimer } from './sleep-timer.ts';

/** Keeps the player up to date while the audio loads and sounds. */
export class FollowAudio {
  static readonly inject: Inject<typeof FollowAudio> = [
    PORTS.audioOutput,
    PlayerState,
    PlayingTime,
    SavePosition,
    SleepTimer,
    PreloadNextTrack,
    RecoverSound,
    EndTrack,
  ];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly playingTime: PlayingTime,
    private readonly savePosition: SavePosition,
    private readonly runSleepTimer: SleepTimer,
    private readonly preloadNextTrack: PreloadNextTrack,
    private readonly recoverSound: RecoverSound,
    private readonly endTrack: EndTrack,
  ) {}

  start(): Subscription {
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
        this.playingTime.start();
        return;
      case 'moved': {
        const { position, duration, skips } = this.player;
        if (this.player.soundMoved(event.position)) this.savePosition.positionReached();
        this.playingTime.update();
        if (reachesSkip(position, event.position, duration, skips)) {
          this.endTrack.skipTo(duration);
          return;
        }
        this.savePosition.saveWhilePlaying();
        this.runSleepTimer.update();
        this.preloadNextTrack.preloadWhenDue();
        return;
      }
      case 'waiting':
        this.recoverSound.waiting();
        return;
      case 'paused':
        this.recoverSound.paused();
        return;
      case 'failed':
        this.recoverSound.failed(event.reason);
        return;
      case 'ended':
        this.endTrack.end();
    }
  }
}
