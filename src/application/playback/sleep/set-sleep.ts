import { sleepPaused, startSleep, type SleepMinutes } from '../../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** Chooses when the sound is to stop by itself: minutes of playing, or the chapter's end. */
export class SetSleep {
  static readonly inject: Inject<typeof SetSleep> = [PORTS.audioOutput, PlayerState, PORTS.clock];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  setSleep(choice: SleepMinutes | 'end-of-chapter'): void {
    const now = this.clock.now();
    const timer = startSleep(choice, now);
    // Only time spent playing counts.
    this.player.setSleep(this.player.soundingSince === null ? sleepPaused(timer, now) : timer);
    // A choice in the fade of an earlier one ends the fade.
    this.output.setVolume(this.player.volume);
  }
}
