import type { ContentId, ContentItem } from '../catalogue/content.ts';
import { seesDiscountedAudios } from './membership.ts';
import { isInstant } from '../time.ts';
import type { Instant } from '../time.ts';
import type { Listener } from '../account/user.ts';
import { isContentValid } from './validity.ts';

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
