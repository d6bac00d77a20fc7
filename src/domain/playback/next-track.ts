import type { Playback } from './player.ts';
import { nextValidIndex } from './track-list.ts';
import { milliseconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';
import type { Track } from './track.ts';

/** How long before the end of a track the next one is preloaded. */
const AHEAD: Milliseconds = milliseconds(30_000);

/**
 * The track that will play next, once the end of the current track is near. Null before that, without a next track,
 * and without autoplay.
 */
export const trackToPreload = (playback: Playback, duration: Seconds | null, now: Instant): Track | null => {
  if (!playback.autoplay || !playback.isPlaying || duration === null) return null;
  const left = ((duration - playback.position) / playback.speed) * 1000;
  // NaN does not count as near.
  if (!(left <= AHEAD)) return null;
  const index = nextValidIndex(playback.tracks, playback.index, now);
  return index === null ? null : (playback.tracks[index] ?? null);
};
