import type { Playback } from './player.ts';
import { nextValidIndex } from './track-list.ts';
import { milliseconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';
import type { Track } from './track.ts';

/** How long before the end of a track the next one is preloaded. */
const AHEAD: Milliseconds = milliseconds(30_000);

/** True if the current track plays with autoplay, and its end is near. */
export const isEndNear = (playback: Playback, duration: Seconds | null): boolean => {
  if (!playback.autoplay || !playback.isPlaying || duration === null) return false;
  // NaN does not count as near.
  return ((duration - playback.position) / playback.speed) * 1000 <= AHEAD;
};

/**
 * The track that will play next, once the end of the current track is near. Null before that, without a next track,
 * and without autoplay (PLAY-56).
 */
export const trackToPreload = (playback: Playback, duration: Seconds | null, now: Instant): Track | null => {
  if (!isEndNear(playback, duration)) return null;
  const index = nextValidIndex(playback.tracks, playback.index, now);
  return index === null ? null : (playback.tracks[index] ?? null);
};
