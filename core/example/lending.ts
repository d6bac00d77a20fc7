import {
  isContentValid,
  isSubscribed,
  type ContentItem,
  type Instant,
  type User,
} from 'audio-streaming-core/domain';

/** A rule of this project: a subscriber may lend a title that is valid now, and nobody lends a purchase. */
export const mayLend = (user: User, item: ContentItem, now: Instant): boolean =>
  isSubscribed(user) && !item.isPurchased && isContentValid(item, now);
