import type { AudioOutput } from '../../ports/audio-output.ts';
import type { PlayerState } from './player-state.ts';
import type { TogglePlayback } from './toggle-playback.ts';

/** Close hides and pauses, which reports; Resume shows it at the same place and plays on (contract 3.12). */
export class ClosePlayer {
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
