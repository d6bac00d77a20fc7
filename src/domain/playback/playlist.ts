import { seconds } from '../time.ts';
import type { Instant, Seconds } from '../time.ts';
import type { Track } from './track.ts';
import { isTrackValid } from '../entitlement/validity.ts';

/** After more than this time, `previous` restarts the track. */
const RESTART_THRESHOLD: Seconds = seconds(3);

/** The valid tracks, in their order. */
export const buildPlaylist = (tracks: readonly Track[], now: Instant): readonly Track[] =>
  tracks.filter((track) => isTrackValid(track, now));

const isValidAt = (tracks: readonly Track[], index: number, now: Instant): boolean => {
  const track = tracks[index];
  return track !== undefined && isTrackValid(track, now);
};

/** The index of the first valid track after `index` (−1: from the start). Null if there is none. */
export const nextValidIndex = (tracks: readonly Track[], index: number, now: Instant): number | null => {
  for (let next = Math.max(index + 1, 0); next < tracks.length; next += 1) {
    if (isValidAt(tracks, next, now)) return next;
  }
  return null;
};

/** The index of the last valid track before `index`. Null if there is none. */
export const previousValidIndex = (tracks: readonly Track[], index: number, now: Instant): number | null => {
  for (let previous = Math.min(index, tracks.length) - 1; previous >= 0; previous -= 1) {
    if (isValidAt(tracks, previous, now)) return previous;
  }
  return null;
};

/** True after more than 3 seconds: `previous` restarts the track. At exactly 3 seconds it does not. */
export const restartsOnPrevious = (position: Seconds): boolean => position > RESTART_THRESHOLD;
