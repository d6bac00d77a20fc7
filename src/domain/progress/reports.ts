import type { ContentId, ContentType } from '../catalogue/content.ts';
import type { Speed } from '../playback/speed.ts';
import { milliseconds, seconds, toMilliseconds } from '../time.ts';
import type { Milliseconds, Seconds } from '../time.ts';
import type { Track } from '../playback/track.ts';

/** A position below this is not reported. */
export const REPORT_THRESHOLD: Seconds = seconds(1);

/**
 * Where a listener has come to: `id` names the content that sounds, never
 * the formatted track. Chaptered content says the chapter, counting from 1, and the place
 * in it; any other its place. Whole milliseconds.
 */
export type PlaybackReport = {
  readonly id: ContentId;
  readonly contentType: ContentType;
  readonly speed: Speed;
} & (
  | { readonly chapterIndex: number; readonly chapterPosition: Milliseconds }
  | { readonly lastPosition: Milliseconds }
);

/** How much of a content was heard: whole milliseconds, scaled by speed. */
export type RoyaltyReport = { readonly contentId: ContentId; readonly duration: Milliseconds };

/** The report of a position in a track. Null below 1 second, or if there is no position. */
export const playbackReport = (
  track: Pick<Track, 'contentId' | 'contentType' | 'chapterIndex'>,
  position: Seconds,
  speed: Speed,
): PlaybackReport | null => {
  if (!Number.isFinite(position) || position < REPORT_THRESHOLD) return null;
  const listened = { id: track.contentId, contentType: track.contentType, speed };
  const place = toMilliseconds(position);
  return track.chapterIndex === null
    ? { ...listened, lastPosition: place }
    : { ...listened, chapterIndex: track.chapterIndex, chapterPosition: place };
};

/** The tallied seconds × 1000 × speed; null for a zero, which is not sent. */
export const royaltyReport = (contentId: ContentId, tally: Seconds, speed: Speed): RoyaltyReport | null => {
  const duration = Math.round(tally * 1000 * speed);
  return Number.isFinite(duration) && duration > 0 ? { contentId, duration: milliseconds(duration) } : null;
};
