import { Seek } from './seek.ts';
import { LastJumpState } from './last-jump-state.ts';
import { PlayerState } from '../player-state.ts';
import type { Inject } from '../../../ports/tokens.ts';

/** Returns to the position before an accidental seek. */
export class UndoJump {
  static readonly inject: Inject<typeof UndoJump> = [Seek, PlayerState, LastJumpState];

  constructor(
    private readonly seek: Seek,
    private readonly player: PlayerState,
    private readonly lastJumpState: LastJumpState,
  ) {}

  /** Returns true if there was a jump to undo. */
  undo(): boolean {
    const { origin } = this.lastJumpState;
    if (origin === null || origin.track !== this.player.track?.id) return false;
    this.seek.seekTo(origin.position);
    this.lastJumpState.forget();
    return true;
  }
}
