import type { Brand } from './brand.ts';
import type { ContentId } from './catalogue/content.ts';
import { isJump } from './playback/rewind.ts';
import type { StoredTitle, TrackPoint } from './playback/title-position.ts';
import { milliseconds, seconds, type Instant, type Milliseconds, type Seconds } from './time.ts';

/** The id of an entry of the history. */
export type HistoryEntryId = Brand<string, 'HistoryEntryId'>;
/** Brands a text as the id of an entry of the history. */
export const historyEntryId = (value: string): HistoryEntryId => value as HistoryEntryId;

/**
 * Why the sound stopped (HIST-4).
 *
 * - `paused`: the listener paused, or closed the player
 * - `moved`: the listener went to another position, track or title
 * - `interrupted`: the sound could not go on
 * - `page`: the page was closed
 * - `playing`: it plays, or its page ended without warning
 */
export const STOP_REASONS = [
  'paused',
  'moved',
  'sleep-timer',
  'other-tab',
  'ended',
  'interrupted',
  'page',
  'playing',
] as const;
/** Why the sound stopped. */
export type StopReason = (typeof STOP_REASONS)[number];

/** A position, and when the listener was there. */
export type HistoryPoint = TrackPoint & { readonly at: Instant };

/**
 * A stretch of a title that was played without a long pause: where it began, and where and why it stopped.
 *
 * - `isFromElsewhere`: it began at the position of another device (HIST-5)
 */
export type HistoryEntry = StoredTitle & {
  readonly id: HistoryEntryId;
  readonly start: HistoryPoint;
  readonly end: HistoryPoint;
  readonly stop: StopReason;
  readonly isFromElsewhere: boolean;
};

/** The most entries of one listener. The oldest are deleted (HIST-2). */
export const HISTORY_LIMIT = 200;

/** Sound that is shorter than this makes no entry (HIST-3). */
export const LEAST_SOUND: Milliseconds = milliseconds(5_000);

/** A pause up to this long does not end an entry (HIST-3). */
export const SHORT_PAUSE: Milliseconds = milliseconds(5 * 60_000);

/** A track that starts at this position or before it has started at its beginning. */
const BEGINNING: Seconds = seconds(5);

/** True if sound at this point belongs to the entry: same title, a short pause, and no jump (HIST-3). */
export const goesOn = (
  { audio, end, stop }: Pick<HistoryEntry, 'audio' | 'end' | 'stop'>,
  title: ContentId,
  point: HistoryPoint,
): boolean => {
  if (audio !== title || Math.abs(point.at - end.at) > SHORT_PAUSE) return false;
  if (end.track === point.track) return !isJump(end.position, point.position);
  // The next track starts after the end of this one.
  return stop === 'ended' && point.position <= BEGINNING;
};

/** True if the position has moved further than playing explains. Then the listener has sought (HIST-3). */
export const hasJumped = (from: Seconds, to: Seconds, played: Seconds): boolean =>
  to < from ? isJump(from, to) : isJump(seconds(Math.min(from + played, to)), to);

/** The entries that stay stored: the newest ones, newest first (HIST-2). */
export const newestEntries = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  entries
    .toSorted((one, other) => other.start.at - one.start.at || (one.id < other.id ? 1 : -1))
    .slice(0, HISTORY_LIMIT);

/** An entry that is not renewed for this long has ended. A page that plays renews its entry every 15 seconds. */
const RENEWED_WITHIN: Milliseconds = milliseconds(60_000);

/**
 * Why an entry stopped, as far as this is known. A page that ended without warning could not store its reason
 * (HIST-4).
 */
export const stopOf = ({ stop, end }: Pick<HistoryEntry, 'stop' | 'end'>, now: Instant): StopReason =>
  stop === 'playing' && Math.abs(now - end.at) > RENEWED_WITHIN ? 'interrupted' : stop;

/** How much of an ended track is played again. At its very end there is nothing to hear. */
const BEFORE_END: Seconds = seconds(10);

/** The position to play from, for one end of an entry (HIST-6). */
export const pointToPlay = ({ start, end, stop }: HistoryEntry, which: 'start' | 'end'): TrackPoint => {
  if (which === 'start') return start;
  return stop === 'ended' ? { ...end, position: seconds(Math.max(0, end.position - BEFORE_END)) } : end;
};
