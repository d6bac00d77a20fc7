import type { Seek } from './seek.ts';
import type { LastJumpState } from './last-jump-state.ts';
import type { PlayerState } from '../player-state.ts';

/** Goes back to where the listener was before an accidental seek. */
export class UndoJump {
  constructor(
    private readonly seek: Seek,
    private readonly player: PlayerState,
    private readonly lastJumpState: LastJumpState,
  ) {}

  /** Whether there was a way back. */
  undo(): boolean {
    const { origin } = this.lastJumpState;
    if (origin === null || origin.track !== this.player.track?.id) return false;
    this.seek.seekTo(origin.position);
    this.lastJumpState.forget();
    return true;
  }
}
