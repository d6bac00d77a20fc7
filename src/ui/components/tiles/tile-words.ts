import type { Refusal } from '../../../application/notices-state.ts';
import { type ContentItem, ContentType } from '../../../domain/catalogue/content.ts';
import { isListenFree, type PlayDecision } from '../../../domain/entitlement/play-decision.ts';
import { isInstant, type Bound, type Instant } from '../../../domain/time.ts';
import { formatDay, formatTime, isSameDay } from 'audio-streaming-components/day';
import { t } from 'audio-streaming-translations/translate';

const availableFrom = (from: Bound, now: Instant): string => {
  if (!isInstant(from)) return t('Not available yet');
  return isSameDay(from, now)
    ? t('Available from {time}', { time: formatTime(from) })
    : // Translators: below a small cover, at most 20 characters.
      t('Available from {day}', { day: formatDay(from, now) });
};

const leftOn = (till: Bound, now: Instant): string => {
  if (!isInstant(till)) return t('No longer available');
  return isSameDay(till, now)
    ? t('Left at {time}', { time: formatTime(till) })
    : // Translators: below a small cover, at most 18 characters.
      t('Left on {day}', { day: formatDay(till, now) });
};

const freeUntil = (item: ContentItem, now: Instant): string => {
  const { till } = item.listenFreeWindow;
  // The window does not limit a title that is free by its mark or its content.
  if (item.listenFree || item.hasListenFreeContent || !isListenFree(item, now) || !isInstant(till)) {
    return t('Free to listen');
  }
  return isSameDay(till, now)
    ? t('Free until {time}', { time: formatTime(till) })
    : t('Free until {day}', { day: formatDay(till, now) });
};

/** Why a title cannot be played now, as a notice after a click; longer than the note on its tile. */
export const refusalNote = (reason: Refusal, from: Bound, now: Instant): string => {
  switch (reason) {
    case 'not-yet':
      return availableFrom(from, now);
    case 'no-longer':
      return t('No longer available');
    case 'unreadable-window':
      return t('Not available right now');
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
      // Translators: below a small cover, at most 24 characters.
      return t('Included with membership');
    case 'free-listen':
      return freeUntil(item, now);
    case 'purchased':
      return t({ text: 'Purchased', context: 'title' });
    case 'subscribed':
      return null;
  }
};

/** The type of a title, as a word for the listener. */
export const typeLabel = (type: ContentType): string => {
  switch (type) {
    case ContentType.AUDIOBOOK:
    case ContentType.AUDIOBOOK_WITH_CHAPTERS:
      return t('Audiobook');
    case ContentType.PODCAST:
      return t('Podcast');
    case ContentType.PODCAST_EPISODE:
      return t('Episode');
    case ContentType.CURATED_COLLECTION:
      return t('Collection');
    case ContentType.COLLECTION_TRACK:
      return t('Track');
    default:
      return t('Audio');
  }
};
