import type { SetVolume } from './set-volume.ts';
import type { PlayerState } from './player-state.ts';

/** Silences the sound while it plays on, or brings it back as loud as it was. */
export class ToggleMute {
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
