import { seconds, type Instant, type Seconds } from '../../domain/time.ts';
import type { Track } from '../../domain/playback/track.ts';

/** A place in one track of a playlist. */
export type TrackPosition = { readonly index: number; readonly position: Seconds };

/** With when the listener was there; null when nobody said. */
export type DatedTrackPosition = TrackPosition & { readonly at: Instant | null };

// So close to its end nothing of a track is left to hear.
const END = seconds(1);

/** Whether the track was heard to its end: to go on from there would only end it again. */
export const isAtEnd = (playlist: readonly Track[], { index, position }: TrackPosition): boolean => {
  const runTime = playlist[index]?.runTime ?? null;
  return runTime !== null && runTime > END && position >= runTime - END;
};

/** The beginning of the track that follows; after the last one that of the first. */
export const startOfNextTrack = (playlist: readonly Track[], { index }: TrackPosition): TrackPosition => ({
  index: (index + 1) % playlist.length,
  position: seconds(0),
});
