import type { MoveInTrack } from './seek.ts';
import type { LastJump } from './last-jump-state.ts';
import type { PlayerState } from '../player-state.ts';

/** Goes back to where the listener was before an accidental seek. */
export class UndoJump {
  constructor(
    private readonly moveInTrack: MoveInTrack,
    private readonly player: PlayerState,
    private readonly lastJump: LastJump,
  ) {}

  /** Whether there was a way back. */
  run(): boolean {
    const { origin } = this.lastJump;
    if (origin === null || origin.track !== this.player.track?.id) return false;
    this.moveInTrack.run(origin.position);
    this.lastJump.forgotten();
    return true;
  }
}
