import { milliseconds, seconds } from './time.ts';
import type { Milliseconds, Seconds } from './time.ts';

/** A tenth of the pause is heard again, */
const PART = 10;

/** and never more than this. */
const MOST: Milliseconds = milliseconds(30_000);

/** How far playing on goes back after a pause, where the listener wants that (contract 3.12). */
export const resumeRewind = (pause: Milliseconds): Seconds =>
  // A clock that was set back makes no pause.
  pause > 0 ? seconds(Math.min(pause / PART, MOST) / 1000) : seconds(0);
