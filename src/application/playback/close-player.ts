import type { AudioOutput } from '../../ports/audio-output.ts';
import { PlayerState } from './player-state.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** `close` hides the player and pauses, which reports. `resume` shows it at the same position and plays on. */
export class ClosePlayer {
  static readonly inject: Inject<typeof ClosePlayer> = [PORTS.audioOutput, TogglePlayback, PlayerState];

  constructor(
    private readonly output: AudioOutput,
    private readonly togglePlayback: TogglePlayback,
    private readonly player: PlayerState,
  ) {}

  close(): void {
    this.player.close();
    this.player.endRequest(this.player.requestPlay(null));
    this.output.pause();
    this.player.soundStopped();
  }

  async resume(): Promise<void> {
    this.player.show();
    if (this.player.resumesPlaying && !this.player.isPlaying) await this.togglePlayback.toggle();
  }
}
