import type { ContentItem } from '../../domain/content.ts';
import { isListenFree } from '../../domain/listen-free.ts';
import { decidePlay } from '../../domain/play-decision.ts';
import { isInstant, type Bound, type Instant } from '../../domain/time.ts';
import type { User } from '../../domain/user.ts';
import { formatDay, formatTime, isSameDay } from './day.ts';

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
  // Free for good, by its mark or its content: the window has nothing to add.
  if (item.listenFree || item.hasListenFreeContent || !isListenFree(item, now) || !isInstant(till)) {
    return 'Free to listen';
  }
  return isSameDay(till, now) ? `Free until ${formatTime(till)}` : `Free until ${formatDay(till, now)}`;
};

/**
 * Why this listener may play an item or not, in a few words; null where there is nothing to explain: a
 * member may play whatever is not locked. The same decision as the play click's (contract 3.5).
 */
export const entitlementNote = (user: User, item: ContentItem, now: Instant): string | null => {
  const decision = decidePlay(user, item, now);
  switch (decision.reason) {
    case 'not-yet':
      return availableFrom(item.validity.from, now);
    case 'no-longer':
      return leftOn(item.validity.till, now);
    case 'unreadable-window':
      return 'Not available right now';
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
