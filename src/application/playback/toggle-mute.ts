import { SetVolume } from './set-volume.ts';
import { PlayerState } from './player-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Silences the sound while it plays on, or brings it back as loud as it was. */
export class ToggleMute {
  static readonly inject: Inject<typeof ToggleMute> = [SetVolume, PlayerState];
  /** As loud as it was before it was muted. */
  private loudness = 1;

  constructor(
    private readonly setVolume: SetVolume,
    private readonly player: PlayerState,
  ) {}

  toggle(): void {
    const { volume } = this.player;
    if (volume > 0) this.loudness = volume;
    this.setVolume.setVolume(volume > 0 ? 0 : this.loudness);
  }
}
