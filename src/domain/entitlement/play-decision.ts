import type { ContentItem } from '../catalogue/content.ts';
import { hasFreeListenContent } from './listen-free.ts';
import { isSubscribed } from './membership.ts';
import type { Instant } from '../time.ts';
import { NOBODY, type Listener, type User } from '../account/user.ts';
import { validityOf } from './validity.ts';

/** The result of a request to play: `play` starts it, `offer` shows the subscribe modal, `nothing` changes nothing (ENT-28). */
export type PlayDecision =
  | { readonly kind: 'play'; readonly reason: 'purchased' | 'subscribed' | 'free-listen' }
  | { readonly kind: 'offer'; readonly reason: 'membership-needed' }
  | { readonly kind: 'nothing'; readonly reason: 'not-yet' | 'no-longer' | 'unreadable-window' };

/**
 * Decides what a request to play does (ENT-22). The same decision is behind the tile, the detail page, media keys,
 * the keyboard, links to a position and Ask the Universe.
 */
export const decidePlay = (user: User, item: ContentItem, now: Instant): PlayDecision => {
  const validity = validityOf(item, now);
  if (validity === 'unreadable') return { kind: 'nothing', reason: 'unreadable-window' };
  if (validity !== 'valid') return { kind: 'nothing', reason: validity };
  if (item.isPurchased) return { kind: 'play', reason: 'purchased' };
  if (isSubscribed(user)) return { kind: 'play', reason: 'subscribed' };
  if (hasFreeListenContent(item, now)) return { kind: 'play', reason: 'free-listen' };
  return { kind: 'offer', reason: 'membership-needed' };
};

/** The same decision for the screen. Null if it depends on a membership that is not known yet (ENT-29). */
export const knownDecision = (listener: Listener, item: ContentItem, now: Instant): PlayDecision | null => {
  if (listener.kind === 'known') return decidePlay(listener.user, item, now);
  const decision = decidePlay(NOBODY, item, now);
  return decision.kind === 'nothing' || decision.reason === 'purchased' ? decision : null;
};
