import { sleepPaused, startSleep, type SleepMinutes } from '../../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** Chooses when playback stops by itself: after minutes of playing, or at the end of the chapter. */
export class SetSleep {
  static readonly inject: Inject<typeof SetSleep> = [PORTS.audioOutput, PlayerState, PORTS.clock];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  setSleep(choice: SleepMinutes | 'end-of-chapter'): void {
    const now = this.clock.elapsed();
    const timer = startSleep(choice, now);
    // Only time spent playing counts.
    this.player.setSleep(this.player.soundingSince === null ? sleepPaused(timer, now) : timer, now);
    // A new choice ends the fade of the earlier one.
    this.output.setVolume(this.player.volume);
  }
}
