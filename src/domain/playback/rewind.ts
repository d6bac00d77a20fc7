import { CLOCK_TOLERANCE } from '../progress/position.ts';
import { milliseconds, seconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';

/** A tenth of the pause is repeated, */
const PART = 10;

/** but never more than this. */
const MOST: Milliseconds = milliseconds(30_000);

/** How far playback goes back after a pause, if the listener turned that on. */
export const rewindAfter = (pause: Milliseconds): Seconds =>
  // A clock that was set back counts as no pause.
  pause > 0 ? seconds(Math.min(pause / PART, MOST) / 1000) : seconds(0);

/**
 * True if the speed in the provider's record is newer than the speed that was chosen in this browser (PLAY-31). If
 * the record names no time, the side with the newer position counts.
 */
export const isSpeedElsewhere = (
  recordedAt: Instant | null,
  chosenAt: Instant,
  isPlaceElsewhere: boolean,
): boolean => (recordedAt === null ? isPlaceElsewhere : recordedAt - chosenAt > CLOCK_TOLERANCE);
