import type { ContentItem } from './content.ts';
import { isInstant } from './time.ts';
import type { Bound, Instant, Window } from './time.ts';
import type { Track } from './track.ts';

/** Why an item is valid or not at an instant. */
export type Validity = 'valid' | 'not-yet' | 'no-longer' | 'unreadable';

/** What decides about an item: its window, and whether the listener bought it. */
type Entitled = Pick<ContentItem, 'validity' | 'isPurchased'>;

const isUnreadable = (bound: Bound): boolean => bound !== 'absent' && !isInstant(bound);

const validityWithin = (window: Window, now: Instant): Validity => {
  if (isUnreadable(window.from) || isUnreadable(window.till)) return 'unreadable';
  // The end is asked first: a window that closes before it opens is over, and will never open.
  if (isInstant(window.till) && now >= window.till) return 'no-longer';
  if (isInstant(window.from) && now < window.from) return 'not-yet';
  return 'valid';
};

/**
 * Contract 3.1: `from <= now < till`. An absent bound is open; with an unreadable one nothing lies
 * inside.
 */
export const isWithin = (window: Window, now: Instant): boolean => validityWithin(window, now) === 'valid';

/** Section 4, track validity: purchased means valid; otherwise the window says, and why. */
export const validityOf = (item: Entitled, now: Instant): Validity =>
  item.isPurchased ? 'valid' : validityWithin(item.validity, now);

/** Contract 3.1 and 3.2: a purchased item is valid at every instant, any other inside its window. */
export const isContentValid = (item: Entitled, now: Instant): boolean => validityOf(item, now) === 'valid';

// Contract 3.1: the track's own window counts only when it has both bounds. One that cannot be read was
// sent all the same, and closes.
const ownWindowCounts = ({ from, till }: Window): boolean =>
  isUnreadable(from) || isUnreadable(till) || (from !== 'absent' && till !== 'absent');

/**
 * Section 4, track validity: purchased means valid. Otherwise now must lie in the window of the content
 * and, where the track has a whole window of its own, in that too.
 */
export const isTrackValid = (
  track: Pick<Track, 'isPurchased' | 'contentWindow' | 'ownWindow'>,
  now: Instant,
): boolean =>
  track.isPurchased ||
  (isWithin(track.contentWindow, now) &&
    (!ownWindowCounts(track.ownWindow) || isWithin(track.ownWindow, now)));
