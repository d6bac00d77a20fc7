import type { Seconds } from '../../../domain/time.ts';
import type { TrackId } from '../../../domain/playback/track.ts';

/** Where the listener was before a jump within a track. */
export type JumpOrigin = { readonly track: TrackId; readonly position: Seconds };

/** The way back after a seek that may have been a slip. */
export class LastJumpState {
  origin: JumpOrigin | null = null;

  /** Of several jumps in a row the way back leads to before the first. */
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
