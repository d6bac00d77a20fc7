import type { Playback } from './player.ts';
import { nextValidIndex } from './playlist.ts';
import { milliseconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';
import type { Track } from './track.ts';

/** So long before a track ends the next one is prepared. */
const AHEAD: Milliseconds = milliseconds(30_000);

/**
 * What will sound next by itself, once the end of the current track is near; null as long as it is far, where
 * nothing follows, and without autoplay.
 */
export const trackToPreload = (playback: Playback, duration: Seconds | null, now: Instant): Track | null => {
  if (!playback.autoplay || !playback.isPlaying || duration === null) return null;
  const left = ((duration - playback.position) / playback.speed) * 1000;
  // What is not a number is not near.
  if (!(left <= AHEAD)) return null;
  const index = nextValidIndex(playback.tracks, playback.index, now);
  return index === null ? null : (playback.tracks[index] ?? null);
};
