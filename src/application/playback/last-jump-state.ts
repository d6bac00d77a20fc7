import type { TrackId } from '../../domain/playback/track.ts';
import type { Seconds } from '../../domain/time.ts';

/** The position before a jump within a track. */
export type JumpOrigin = { readonly track: TrackId; readonly position: Seconds };

/** How to undo a seek that may have been a mistake. */
export class LastJumpState {
  origin: JumpOrigin | null = null;

  /** After several jumps in a row, undo returns to the position before the first. */
  remember(origin: JumpOrigin): void {
    if (this.origin?.track !== origin.track) this.origin = origin;
  }

  forget(): void {
    this.origin = null;
  }

  reset(): void {
    this.origin = null;
  }
}
