import type { ContentId, ContentType } from '../catalogue/content.ts';
import type { Speed } from '../playback/player.ts';
import type { Track } from '../playback/track.ts';
import {
  type Instant,
  milliseconds,
  type Milliseconds,
  seconds,
  type Seconds,
  toMilliseconds,
} from '../time.ts';

/** A position below this is not reported (PROG-2). */
export const REPORT_THRESHOLD: Seconds = seconds(1);

/**
 * A playback report. `id` names the content that plays, never the track. For content with chapters, it holds the
 * chapter (counting from 1) and the position in it. Positions are whole milliseconds.
 */
export type PlaybackReport = {
  readonly id: ContentId;
  readonly contentType: ContentType;
  readonly speed: Speed;
} & (
  | { readonly chapterIndex: number; readonly chapterPosition: Milliseconds }
  | { readonly lastPosition: Milliseconds }
);

/** The listening time of a content, in whole milliseconds, multiplied by the speed. */
export type RoyaltyReport = {
  readonly contentId: ContentId;
  readonly duration: Milliseconds;
  /** How long ago it was heard. Absent if it is sent at once (PROG-93). */
  readonly age?: Milliseconds;
};

/** A report that waited less than this is sent as new. */
const NEW = milliseconds(60_000);

/** Providers take no greater age. */
const OLDEST = milliseconds(365 * 86_400_000);

/** The report with its age, if it has waited since it was made (PROG-93). */
export const withAge = (report: RoyaltyReport, madeAt: Instant, now: Instant): RoyaltyReport => {
  const age = milliseconds(Math.round(Math.min(now - madeAt, OLDEST)));
  return age < NEW ? report : { ...report, age };
};

/** The report of a position in a track. Null below 1 second, or if there is no position. */
export const playbackReport = (
  track: Pick<Track, 'contentId' | 'contentType' | 'chapterIndex'>,
  position: Seconds,
  speed: Speed,
): PlaybackReport | null => {
  if (!Number.isFinite(position) || position < REPORT_THRESHOLD) return null;
  const listened = { id: track.contentId, contentType: track.contentType, speed };
  const inMilliseconds = toMilliseconds(position);
  return track.chapterIndex === null
    ? { ...listened, lastPosition: inMilliseconds }
    : { ...listened, chapterIndex: track.chapterIndex, chapterPosition: inMilliseconds };
};

/** The listening time in seconds × 1000 × speed, each second at its own speed. Null for zero, which is not sent (PROG-5). */
export const royaltyReport = ({ id, heard }: Pick<Tally, 'id' | 'heard'>): RoyaltyReport | null => {
  const duration = Math.round(heard * 1000);
  return Number.isFinite(duration) && duration > 0
    ? { contentId: id, duration: milliseconds(duration) }
    : null;
};

/**
 * How long a content was really playing, by the listener's clock (`duration`), and how much of it was heard: each of
 * these seconds multiplied by its own speed (`heard`) (PROG-5).
 */
export type Tally = { readonly id: ContentId; readonly duration: Seconds; readonly heard: Seconds };

/** An empty tally: at the start of a content, and after its royalty report. */
export const tallyReset = (id: ContentId): Tally => ({ id, duration: seconds(0), heard: seconds(0) });

/**
 * Adds `played` seconds of `id` at a speed. Another content starts a new tally. A negative or infinite time adds
 * nothing.
 */
export const tallyTick = (tally: Tally, id: ContentId, played: Seconds, speed: Speed): Tally => {
  const before = tally.id === id ? tally : tallyReset(id);
  return Number.isFinite(played) && played > 0
    ? { id, duration: seconds(before.duration + played), heard: seconds(before.heard + played * speed) }
    : before;
};

/** What is left of a tally after a part of it was reported. The tally of another content stays. */
export const tallyWithout = (tally: Tally, reported: Tally): Tally =>
  tally.id === reported.id
    ? {
        id: tally.id,
        duration: seconds(Math.max(tally.duration - reported.duration, 0)),
        heard: seconds(Math.max(tally.heard - reported.heard, 0)),
      }
    : tally;
