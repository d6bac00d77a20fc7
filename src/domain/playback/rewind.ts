import { milliseconds, type Milliseconds, seconds, type Seconds } from '../time.ts';

/** The part of the pause that is repeated: a tenth. */
const PART = 10;

/** The most that is repeated. */
const MOST: Milliseconds = milliseconds(30_000);

/** How far playback goes back after a pause, if the listener turned that on (PLAY-43). */
export const rewindAfter = (pause: Milliseconds): Seconds =>
  // A clock that was set back counts as no pause.
  pause > 0 ? seconds(Math.min(pause / PART, MOST) / 1000) : seconds(0);

/** A jump from this distance on may have been a mistake. It is more than a rewind, a skip, or two of them. */
const JUMP: Seconds = seconds(31);

/** True if a jump within a track was so long that the listener is offered to undo it (PLAY-41). */
export const isJump = (from: Seconds, to: Seconds): boolean => Math.abs(to - from) >= JUMP;
