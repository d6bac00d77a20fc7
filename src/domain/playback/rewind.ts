import { CLOCK_TOLERANCE } from '../progress/position.ts';
import { milliseconds, seconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';

/** A tenth of the pause is heard again, */
const PART = 10;

/** and never more than this. */
const MOST: Milliseconds = milliseconds(30_000);

/** How far playing on goes back after a pause, where the listener wants that. */
export const rewindAfter = (pause: Milliseconds): Seconds =>
  // A clock that was set back makes no pause.
  pause > 0 ? seconds(Math.min(pause / PART, MOST) / 1000) : seconds(0);

/**
 * Whether a title's speed was told to the provider after this browser's listener chose one. Where the provider does
 * not say when, the side with the newer position counts.
 */
export const isSpeedElsewhere = (
  recordedAt: Instant | null,
  chosenAt: Instant,
  isPlaceElsewhere: boolean,
): boolean => (recordedAt === null ? isPlaceElsewhere : recordedAt - chosenAt > CLOCK_TOLERANCE);
