import type { ContentId, ContentItem } from '../catalogue/content.ts';
import type { Instant } from '../time.ts';
import { isContentValid } from './validity.ts';

/**
 * The lock shows exactly when nobody's click could play the item or be offered it:
 * outside its window, and not purchased.
 */
export const isLocked = (item: Pick<ContentItem, 'validity' | 'isPurchased'>, now: Instant): boolean =>
  !isContentValid(item, now);

/** A tile links to the item's `content_id` when it has one, else to its own id. */
export const tileContentId = (item: Pick<ContentItem, 'id' | 'contentId'>): ContentId =>
  item.contentId === null || item.contentId === '' ? item.id : item.contentId;
