import { CountPlayingTime } from './count-playing-time.ts';
import { PlayerState } from './player-state.ts';
import { RecoverSound } from './recover-sound.ts';
import { LastPause } from './last-pause.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { SavePosition } from '../progress/save-position.ts';
import type { Inject } from '../../ports/tokens.ts';

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
