import { isDrifting, sleepExtended } from '../../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** Restarts the chosen time if the listener shows during the fade that they are awake. */
export class ExtendSleep {
  static readonly inject: Inject<typeof ExtendSleep> = [PORTS.audioOutput, PlayerState, PORTS.clock];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  /** Returns true if the time was extended. Before the fade, nothing changes. */
  extend(): boolean {
    const { sleep } = this.player;
    if (!isDrifting(sleep)) return false;
    const now = this.clock.elapsed();
    this.player.setSleep(sleepExtended(sleep, now), now);
    this.output.setVolume(this.player.volume);
    return true;
  }
}
