import type { AudioOutput } from '../../ports/audio-output.ts';
import type { PlayerState } from './player-state.ts';

export class SetVolume {
  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
  ) {}

  /** From 0 to 1; values beyond are brought back. */
  setVolume(volume: number): void {
    this.player.setVolume(volume);
    this.output.setVolume(this.player.volume);
  }
}
