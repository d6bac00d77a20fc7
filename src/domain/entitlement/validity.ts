import type { ContentItem } from '../catalogue/content.ts';
import { isInstant } from '../time.ts';
import type { Bound, Instant, Window } from '../time.ts';
import type { Track } from '../playback/track.ts';

/** Why an item is valid or not at an instant. */
export type Validity = 'valid' | 'not-yet' | 'no-longer' | 'unreadable';

/** What the validity of an item depends on: its window, and whether the listener purchased it. */
type Entitled = Pick<ContentItem, 'validity' | 'isPurchased'>;

const isUnreadable = (bound: Bound): boolean => bound !== 'absent' && !isInstant(bound);

/**
 * True if `from <= now < till` (ENT-7). A missing bound is open (ENT-8). With an unreadable bound, the result is
 * always false (ENT-9).
 */
export const isWithin = ({ from, till }: Window, now: Instant): boolean =>
  (from === 'absent' || (isInstant(from) && from <= now)) &&
  (till === 'absent' || (isInstant(till) && now < till));

/**
 * Decides whether an item is valid, and if not, why (ENT-14). A purchased item is always valid (ENT-11). A window
 * that ends before it starts is `not-yet` until its end, and `no-longer` from then on.
 */
export const validityOf = ({ isPurchased, validity }: Entitled, now: Instant): Validity => {
  if (isPurchased || isWithin(validity, now)) return 'valid';
  if (isUnreadable(validity.from) || isUnreadable(validity.till)) return 'unreadable';
  return isInstant(validity.till) && validity.till <= now ? 'no-longer' : 'not-yet';
};

/** True for a purchased item at every instant, and for any other item inside its window. */
export const isContentValid = (item: Entitled, now: Instant): boolean => validityOf(item, now) === 'valid';

// The track's own window counts only if it has both bounds (ENT-13). An unreadable bound was sent, so it closes the
// track.
const ownWindowCounts = ({ from, till }: Window): boolean =>
  isUnreadable(from) || isUnreadable(till) || (from !== 'absent' && till !== 'absent');

/**
 * True for a purchased track. Any other track is valid inside the window of its content, and also inside its own
 * window if that has both bounds (ENT-12).
 */
export const isTrackValid = (
  track: Pick<Track, 'isPurchased' | 'contentWindow' | 'ownWindow'>,
  now: Instant,
): boolean =>
  track.isPurchased ||
  (isWithin(track.contentWindow, now) &&
    (!ownWindowCounts(track.ownWindow) || isWithin(track.ownWindow, now)));
