import { seconds, type Instant, type Seconds } from '../time.ts';
import type { Track } from './track.ts';

/** A position in one track of a playlist. */
export type TrackPosition = { readonly index: number; readonly position: Seconds };

/** A position in a track, with the time when the listener was there. The time is null if it is unknown. */
export type DatedTrackPosition = TrackPosition & { readonly at: Instant | null };

// So close to its end, a track has nothing left to play.
const END = seconds(1);

/** A position this far behind a run time was not measured with it. */
const BEYOND = seconds(5);

/**
 * True if a position is so far behind a run time that the run time must be wrong: the sound is longer than its provider
 * says. Such a position is not at the end (PROG-75).
 */
export const isBeyond = (position: number, runTime: number): boolean => position > runTime + BEYOND;

/** True if the track was heard to its end. Resuming there would end it again (PROG-23). */
export const isAtEnd = (playlist: readonly Track[], { index, position }: TrackPosition): boolean => {
  const runTime = playlist[index]?.runTime ?? null;
  return runTime !== null && runTime > END && position >= runTime - END && !isBeyond(position, runTime);
};

/** The start of the next track. After the last track, the start of the first. */
export const startOfNextTrack = (playlist: readonly Track[], { index }: TrackPosition): TrackPosition => ({
  index: (index + 1) % playlist.length,
  position: seconds(0),
});
