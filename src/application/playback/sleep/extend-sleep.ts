import { isDrifting, sleepExtended } from '../../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PlayerState } from '../player-state.ts';

/** The listener gave a sign of being awake: in the fade that begins the chosen time anew (contract 3.12). */
export class ExtendSleep {
  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  /** Whether it was extended; before the fade a sign changes nothing. */
  extend(): boolean {
    const { sleep } = this.player;
    if (!isDrifting(sleep)) return false;
    this.player.setSleep(sleepExtended(sleep, this.clock.now()));
    this.output.setVolume(this.player.volume);
    return true;
  }
}
