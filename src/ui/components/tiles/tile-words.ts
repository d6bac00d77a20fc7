import type { Refusal } from '../../../application/notices-state.ts';
import { type ContentItem, ContentType } from '../../../domain/catalogue/content.ts';
import { isListenFree, type PlayDecision } from '../../../domain/entitlement/play-decision.ts';
import { isInstant, type Bound, type Instant } from '../../../domain/time.ts';
import { formatDay, formatTime, isSameDay } from 'audio-streaming-components/day';

const availableFrom = (from: Bound, now: Instant): string => {
  if (!isInstant(from)) return 'Not available yet';
  return isSameDay(from, now)
    ? `Available from ${formatTime(from)}`
    : `Available from ${formatDay(from, now)}`;
};

const leftOn = (till: Bound, now: Instant): string => {
  if (!isInstant(till)) return 'No longer available';
  return isSameDay(till, now) ? `Left at ${formatTime(till)}` : `Left on ${formatDay(till, now)}`;
};

const freeUntil = (item: ContentItem, now: Instant): string => {
  const { till } = item.listenFreeWindow;
  // The window does not limit a title that is free by its mark or its content.
  if (item.listenFree || item.hasListenFreeContent || !isListenFree(item, now) || !isInstant(till)) {
    return 'Free to listen';
  }
  return isSameDay(till, now) ? `Free until ${formatTime(till)}` : `Free until ${formatDay(till, now)}`;
};

/** Why a title cannot be played now, as a notice after a click; longer than the note on its tile. */
export const refusalNote = (reason: Refusal, from: Bound, now: Instant): string => {
  switch (reason) {
    case 'not-yet':
      return availableFrom(from, now);
    case 'no-longer':
      return 'No longer available';
    case 'unreadable-window':
      return 'Not available right now';
  }
};

/**
 * Why this listener may play an item or not, in a few words (ENT-27). Null if there is nothing to explain: a member may
 * play whatever is not locked.
 *
 * @param decision the result of the play decision
 */
export const entitlementNote = (decision: PlayDecision, item: ContentItem, now: Instant): string | null => {
  switch (decision.reason) {
    case 'no-longer':
      return leftOn(item.validity.till, now);
    case 'not-yet':
    case 'unreadable-window':
      return refusalNote(decision.reason, item.validity.from, now);
    case 'membership-needed':
      return 'Included with membership';
    case 'free-listen':
      return freeUntil(item, now);
    case 'purchased':
      return 'Purchased';
    case 'subscribed':
      return null;
  }
};

/** The type of a title, as a word for the listener. */
export const typeLabel = (type: ContentType): string => {
  switch (type) {
    case ContentType.AUDIOBOOK:
    case ContentType.AUDIOBOOK_WITH_CHAPTERS:
      return 'Audiobook';
    case ContentType.PODCAST:
      return 'Podcast';
    case ContentType.PODCAST_EPISODE:
      return 'Episode';
    case ContentType.CURATED_COLLECTION:
      return 'Collection';
    case ContentType.COLLECTION_TRACK:
      return 'Track';
    default:
      return 'Audio';
  }
};
