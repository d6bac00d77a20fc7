import type { ContentItem } from '../catalogue/content.ts';
import { isInstant } from '../time.ts';
import type { Bound, Instant, Window } from '../time.ts';
import type { Track } from '../playback/track.ts';

/** Why an item is valid or not at an instant. */
export type Validity = 'valid' | 'not-yet' | 'no-longer' | 'unreadable';

/** What decides about an item: its window, and whether the listener bought it. */
type Entitled = Pick<ContentItem, 'validity' | 'isPurchased'>;

const isUnreadable = (bound: Bound): boolean => bound !== 'absent' && !isInstant(bound);

/**
 * `from <= now < till`. An absent bound is open; with an unreadable one nothing lies
 * inside.
 */
export const isWithin = ({ from, till }: Window, now: Instant): boolean =>
  (from === 'absent' || (isInstant(from) && from <= now)) &&
  (till === 'absent' || (isInstant(till) && now < till));

/**
 * Purchased means valid; otherwise the window says, and why. A window that
 * closes before it opens never holds anything: until its end it is not yet, from then on no longer valid.
 */
export const validityOf = ({ isPurchased, validity }: Entitled, now: Instant): Validity => {
  if (isPurchased || isWithin(validity, now)) return 'valid';
  if (isUnreadable(validity.from) || isUnreadable(validity.till)) return 'unreadable';
  return isInstant(validity.till) && validity.till <= now ? 'no-longer' : 'not-yet';
};

/** A purchased item is valid at every instant, any other inside its window. */
export const isContentValid = (item: Entitled, now: Instant): boolean => validityOf(item, now) === 'valid';

// The track's own window counts only when it has both bounds. One that cannot be read was
// sent all the same, and closes.
const ownWindowCounts = ({ from, till }: Window): boolean =>
  isUnreadable(from) || isUnreadable(till) || (from !== 'absent' && till !== 'absent');

/**
 * Purchased means valid. Otherwise now must lie in the window of the content
 * and, where the track has a whole window of its own, in that too.
 */
export const isTrackValid = (
  track: Pick<Track, 'isPurchased' | 'contentWindow' | 'ownWindow'>,
  now: Instant,
): boolean =>
  track.isPurchased ||
  (isWithin(track.contentWindow, now) &&
    (!ownWindowCounts(track.ownWindow) || isWithin(track.ownWindow, now)));
