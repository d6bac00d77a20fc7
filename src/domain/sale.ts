import type { ContentItem } from './content.ts';
import { isSubscribed } from './membership.ts';
import { isInstant } from './time.ts';
import type { Instant } from './time.ts';
import type { User } from './user.ts';

/**
 * Section 4, audio tile: the sale badge shows for a price above 0 strictly between the discount's
 * bounds, to a listener who neither subscribes nor owns the item. Both bounds are needed (contract 3.3).
 */
export const isOnSale = (
  item: Pick<ContentItem, 'discount' | 'isPurchased'>,
  user: User,
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
    !isSubscribed(user)
  );
};
