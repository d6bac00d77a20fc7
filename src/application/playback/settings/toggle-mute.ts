import { SetVolume } from './set-volume.ts';
import { PlayerState } from '../player-state.ts';
import type { Inject } from '../../../ports/tokens.ts';

/** Mutes the audio, or restores the earlier volume. */
export class ToggleMute {
  static readonly inject: Inject<typeof ToggleMute> = [SetVolume, PlayerState];
  /** The volume before it was muted. */
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
