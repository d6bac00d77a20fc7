import { isJump } from '../../domain/playback/rewind.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import { SavePosition } from '../progress/save-position.ts';
import { LastJumpState } from './last-jump-state.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Seeks to a position in the current track, and undoes a jump. Positions outside the track are limited to its ends. */
export class Seek {
  static readonly inject: Inject<typeof Seek> = [PORTS.audioOutput, PlayerState, LastJumpState, SavePosition];

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly lastJumpState: LastJumpState,
    private readonly savePosition: SavePosition,
  ) {}

  seekTo(to: Seconds): void {
    const { track, position } = this.player;
    if (track === null) return;
    this.player.seek(to);
    if (isJump(position, this.player.position)) this.lastJumpState.remember({ track: track.id, position });
    if (this.player.isLoaded) this.output.seek(this.player.position);
    this.savePosition.saveChosen();
  }

  /** Rewinds or skips by a step from the current position. */
  skipBy(step: Seconds): void {
    this.seekTo(seconds(this.player.position + step));
  }

  /** Returns to the position before an accidental seek. Returns true if there was a jump to undo (PLAY-42). */
  undo(): boolean {
    const { origin } = this.lastJumpState;
    if (origin === null || origin.track !== this.player.track?.id) return false;
    this.seekTo(origin.position);
    this.lastJumpState.forget();
    return true;
  }
}
