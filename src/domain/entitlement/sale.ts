import type { ContentId, ContentItem } from '../catalogue/content.ts';
import { seesDiscountedAudios } from './membership.ts';
import { isInstant } from '../time.ts';
import type { Instant } from '../time.ts';
import type { Listener } from '../account/user.ts';
import { isContentValid } from './validity.ts';

/**
 * The sale badge shows for a price above 0 strictly between the discount's
 * bounds, to a listener who neither subscribes nor owns the item. Both bounds are needed.
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
 * Whether the listener can buy the item: it has a price, and would be theirs for more than they have now. Outside the
 * window of the discount the price is another one, which only the page of the purchase tells.
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

/** What stands in a purchase link for the item that is bought. */
export const PURCHASE_PLACEHOLDER = '{content_id}';

/** The address where one item is bought; whatever the id holds, it stays one value of the address. */
export const purchaseAddress = (link: string, id: ContentId): string =>
  link.replaceAll(PURCHASE_PLACEHOLDER, () => encodeURIComponent(id.toWellFormed()));
