import { isJump } from '../../../domain/playback/jump.ts';
import { seconds, type Seconds } from '../../../domain/time.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { KeepPlace } from '../../progress/save-position.ts';
import type { LastJump } from './last-jump-state.ts';
import type { PlayerState } from '../player-state.ts';

/** Seeks to a place in the current track; places beyond its ends are brought back to them. */
export class MoveInTrack {
  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly lastJump: LastJump,
    private readonly keepPlace: KeepPlace,
  ) {}

  run(to: Seconds): void {
    const { track, position } = this.player;
    if (track === null) return;
    this.player.seeked(to);
    if (isJump(position, this.player.position)) this.lastJump.jumped({ track: track.id, position });
    if (this.player.isLoaded) this.output.seek(this.player.position);
    this.keepPlace.chosen();
  }

  /** Rewind and skip (section 9: 15 s): by a step from where the listener is. */
  by(step: Seconds): void {
    this.run(seconds(this.player.position + step));
  }
}
