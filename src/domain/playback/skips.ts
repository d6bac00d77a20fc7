import { type Seconds, seconds } from '../time.ts';
import type { Track } from './track.ts';

/** How much of each episode of a podcast is left out at its start and at its end. */
export type Skips = { readonly start: Seconds; readonly end: Seconds };

/** Nothing is left out. */
export const NO_SKIPS: Skips = { start: seconds(0), end: seconds(0) };

/** An episode that is shorter than what is left out of it is heard whole. */
const isLonger = (length: Seconds | null, { start, end }: Skips): length is Seconds =>
  length !== null && length > start + end;

/** Where a track that begins anew starts. It is 0 if the length is unknown (PLAY-121). */
export const startAfterSkip = ({ runTime }: Pick<Track, 'runTime'>, skips: Skips): Seconds =>
  isLonger(runTime, skips) ? skips.start : seconds(0);

/** Where the heard part of a track ends. Null if the length is unknown (PLAY-122). */
export const endBeforeSkip = (length: Seconds | null, skips: Skips): Seconds | null =>
  skips.end > 0 && isLonger(length, skips) ? seconds(length - skips.end) : length;

/**
 * True if the sound has come to the part at the end that is left out. A listener who seeks into this part hears it
 * (PLAY-123).
 */
export const reachesSkip = (
  from: Seconds,
  to: Seconds,
  length: Seconds | null,
  skips: Skips,
): length is Seconds => {
  const end = endBeforeSkip(length, skips);
  return skips.end > 0 && end !== null && end !== length && from < end && to >= end;
};
