import { PlayerState } from './player-state.ts';
import { TogglePlayback } from './toggle-playback.ts';
import type { Inject } from '../../ports/tokens.ts';

/** `close` hides the player and pauses, which reports. `resume` shows it at the same position and plays on. */
export class ClosePlayer {
  static readonly inject: Inject<typeof ClosePlayer> = [TogglePlayback, PlayerState];

  constructor(
    private readonly togglePlayback: TogglePlayback,
    private readonly player: PlayerState,
  ) {}

  close(): void {
    this.player.close();
    this.togglePlayback.pause();
  }

  async resume(): Promise<void> {
    this.player.show();
    if (this.player.resumesPlaying && !this.player.isPlaying) await this.togglePlayback.toggle();
  }
}
