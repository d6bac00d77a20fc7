import { seconds, type Instant, type Seconds } from '../../domain/time.ts';
import type { Track } from '../../domain/playback/track.ts';

/** A place in one track of a playlist. */
export type Spot = { readonly index: number; readonly position: Seconds };

/** With when the listener was there; null when nobody said. */
export type DatedSpot = Spot & { readonly at: Instant | null };

// So close to its end nothing of a track is left to hear.
const END = seconds(1);

/** Whether the track was heard to its end: to go on from there would only end it again. */
export const isHeardOut = (playlist: readonly Track[], { index, position }: Spot): boolean => {
  const runTime = playlist[index]?.runTime ?? null;
  return runTime !== null && runTime > END && position >= runTime - END;
};

/** The beginning of the track that follows; after the last one that of the first. */
export const spotAfter = (playlist: readonly Track[], { index }: Spot): Spot => ({
  index: (index + 1) % playlist.length,
  position: seconds(0),
});
