import type { AudioOutput } from '../../../ports/audio-output.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

export class SetVolume {
  static readonly inject: Inject<typeof SetVolume> = [PORTS.audioOutput, PlayerState];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
  ) {}

  /** From 0 to 1. Other values are limited to this range. */
  setVolume(volume: number): void {
    this.player.setVolume(volume);
    this.output.setVolume(this.player.volume);
  }
}
