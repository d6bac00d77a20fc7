import type { User } from '../account/user.ts';
import type { ContentItem } from '../catalogue/content.ts';
import { decidePlay } from '../entitlement/play-decision.ts';
import { milliseconds, type Instant, type Milliseconds } from '../time.ts';

/** For how long the downloads of a member play without contact with the provider (DOWN-3). */
export const LONGEST_WITHOUT_CONTACT: Milliseconds = milliseconds(30 * 24 * 60 * 60 * 1000);

/** How far a clock may be behind the last contact. A clock that is set back further must not prolong a membership. */
export const CLOCK_SET_BACK: Milliseconds = milliseconds(24 * 60 * 60 * 1000);

/** Whether a download may play: it may, it waits for the next contact, or the listener may not play the title. */
export type DownloadDecision = 'play' | 'paused' | 'refused';

/**
 * Decides about the file of a title by the rule of every Play click, with the newest known data (DOWN-2). Membership
 * counts only within 30 days of the last contact. Purchases and free titles do not pause (DOWN-3).
 *
 * @param contactAt when the provider last responded for this listener; null if never
 */
export const decideDownloaded = (
  user: User,
  item: ContentItem,
  contactAt: Instant | null,
  now: Instant,
): DownloadDecision => {
  const decision = decidePlay(user, item, now);
  if (decision.kind !== 'play') return 'refused';
  if (decision.reason !== 'subscribed' || isRecent(contactAt, now)) return 'play';
  return decidePlay({ ...user, paymentDetails: null }, item, now).kind === 'play' ? 'play' : 'paused';
};

const isRecent = (contactAt: Instant | null, now: Instant): boolean =>
  contactAt !== null && now < contactAt + LONGEST_WITHOUT_CONTACT && now >= contactAt - CLOCK_SET_BACK;
