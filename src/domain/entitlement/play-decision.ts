import { type Listener, NOBODY, type User } from '../account/user.ts';
import { type ContentId, type ContentItem, ContentType } from '../catalogue/content.ts';
import { message } from '../message.ts';
import { type Bound, type Instant, isInstant, type Window } from '../time.ts';

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

/** True if the tile shows a lock: the item is outside its window and not purchased, so nobody can play it (ENT-26). */
export const isLocked = (item: Pick<ContentItem, 'validity' | 'isPurchased'>, now: Instant): boolean =>
  !isContentValid(item, now);

/** The content that a tile leads to: the item's `content_id`, or else its own id (CAT-39). */
export const tileContentId = (item: Pick<ContentItem, 'id' | 'contentId'>): ContentId =>
  item.contentId === null || item.contentId === '' ? item.id : item.contentId;

/** The content that a result of a search leads to: an episode was found itself, and not its podcast (CAT-39). */
export const resultContentId = (item: Pick<ContentItem, 'id' | 'contentId' | 'type'>): ContentId =>
  item.type === ContentType.PODCAST_EPISODE ? item.id : tileContentId(item);

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
  track: { readonly isPurchased: boolean; readonly contentWindow: Window; readonly ownWindow: Window },
  now: Instant,
): boolean =>
  track.isPurchased ||
  (isWithin(track.contentWindow, now) &&
    (!ownWindowCounts(track.ownWindow) || isWithin(track.ownWindow, now)));

/**
 * True if the item is marked as free, or while now is inside its listen-free window (ENT-15). This window needs both
 * bounds. A missing or unreadable bound means not free.
 */
export const isListenFree = (
  item: Pick<ContentItem, 'listenFree' | 'listenFreeWindow'>,
  now: Instant,
): boolean =>
  item.listenFree ||
  (isInstant(item.listenFreeWindow.from) &&
    isInstant(item.listenFreeWindow.till) &&
    isWithin(item.listenFreeWindow, now));

/**
 * True if the content may be played for free (ENT-16). This is decided once for the content. Its tracks are not
 * checked again (ENT-17).
 */
export const hasFreeListenContent = (
  item: Pick<ContentItem, 'hasListenFreeContent' | 'listenFree' | 'listenFreeWindow'>,
  now: Instant,
): boolean => item.hasListenFreeContent || isListenFree(item, now);

/** The status of a membership. */
export type MembershipStatus = 'Canceled' | 'Trialing' | 'Active' | 'Free';

/** The name of the plan on the screen. Empty without a plan (ENT-4). */
export type PlanLabel = 'Monthly' | 'Annual' | '';

/**
 * True if there are payment details that have a duration and have not expired. A canceled plan counts until it
 * expires.
 */
export const isSubscribed = (user: User): boolean =>
  user.paymentDetails !== null && !user.paymentDetails.isExpired && user.paymentDetails.duration !== null;

/** The provider's `is_canceled`. It does not affect what may be played. */
export const isCanceled = (user: User): boolean => user.paymentDetails?.isCanceled === true;

/** The first status that applies of Canceled, Trialing, Active, Free (ENT-2). */
export const membershipStatus = (user: User): MembershipStatus => {
  if (isCanceled(user)) return message('Canceled');
  if (!isSubscribed(user)) return message('Free');
  return user.paymentDetails?.isTrialing === true ? message('Trialing') : message('Active');
};

/** The plan's name, from its duration alone, whatever the status. */
export const planLabel = (user: User): PlanLabel => {
  switch (user.paymentDetails?.duration) {
    case 'monthly':
      return message('Monthly');
    case 'yearly':
      return message('Annual');
    default:
      return '';
  }
};

/** True for a known listener who does not subscribe. An unknown listener sees no discounts (ENT-5). */
export const seesDiscountedAudios = (listener: Listener): boolean =>
  listener.kind === 'known' && !isSubscribed(listener.user);

/**
 * True if the sale badge is shown (ENT-18): the discount has a price above 0, now is strictly between its bounds, and
 * a known listener neither subscribes nor owns the item. A missing bound means not on sale.
 */
export const isOnSale = (
  item: Pick<ContentItem, 'discount' | 'isPurchased'>,
  listener: Listener,
  now: Instant,
): boolean => {
  const { price, window } = item.discount;
  return (
    price > 0 &&
    isInstant(window.from) &&
    isInstant(window.till) &&
    window.from < now &&
    now < window.till &&
    !item.isPurchased &&
    seesDiscountedAudios(listener)
  );
};

/**
 * True if the listener can buy the item (ENT-19). Outside the window of the discount, only the purchase page knows
 * the price.
 */
export const isForSale = (
  item: Pick<ContentItem, 'discount' | 'isPurchased' | 'validity'>,
  listener: Listener,
  now: Instant,
): boolean =>
  isOnSale(item, listener, now) ||
  (item.discount.price > 0 &&
    !item.isPurchased &&
    seesDiscountedAudios(listener) &&
    isContentValid(item, now));

/** The placeholder for the content id in a purchase link. */
export const PURCHASE_PLACEHOLDER = '{content_id}';

/** The address where an item can be bought (ENT-20). The id is encoded. */
export const purchaseAddress = (link: string, id: ContentId): string =>
  link.replaceAll(PURCHASE_PLACEHOLDER, () => encodeURIComponent(id.toWellFormed()));

/** A plan of the subscription. Prices are in dollars. */
export type Plan = {
  readonly name: 'Annual' | 'Monthly';
  readonly price: number;
  readonly pricePerMonth: number | null;
  readonly saving: string | null;
  readonly isPreselected: boolean;
};

/** What a provider says of its membership. Another provider than the specified one names its own (ENT-79). */
export type Offer = {
  readonly headline: string;
  readonly benefits: readonly string[];
  readonly choice: string;
  readonly plans: readonly Plan[];
  readonly notes: string;
};

/** The texts of the subscribe modal, where the configuration names none (ENT-39). */
export const SUBSCRIBE_OFFER = {
  headline: message('Unlock every audio now!'),
  benefits: [
    message('Over 600 audiobooks'),
    message('Over 1,000 meditations'),
    message('150+ quick listens under 20 minutes'),
  ],
  choice: message('Choose Your Plan'),
  plans: [
    {
      name: message('Annual'),
      price: 69.99,
      pricePerMonth: 5.83,
      saving: message('Save 60%'),
      isPreselected: true,
    },
    { name: message('Monthly'), price: 14.99, pricePerMonth: null, saving: null, isPreselected: false },
  ],
  notes: message('Recurring Billing. Cancel Anytime.'),
} as const satisfies Offer;

/** The offer with the benefits and plans that the configuration names. */
export const offerWith = ({ benefits, plans }: Partial<Pick<Offer, 'benefits' | 'plans'>>): Offer => ({
  ...SUBSCRIBE_OFFER,
  benefits: benefits ?? SUBSCRIBE_OFFER.benefits,
  plans: plans ?? SUBSCRIBE_OFFER.plans,
});

/** Formats a price in dollars, with two decimals: `$69.99`. */
export const formatPrice = (dollars: number): string => `$${dollars.toFixed(2)}`;
