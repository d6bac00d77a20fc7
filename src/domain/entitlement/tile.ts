import type { ContentId, ContentItem } from '../catalogue/content.ts';
import type { Instant } from '../time.ts';
import { isContentValid } from './validity.ts';

/** True if the tile shows a lock: the item is outside its window and not purchased, so nobody can play it (ENT-26). */
export const isLocked = (item: Pick<ContentItem, 'validity' | 'isPurchased'>, now: Instant): boolean =>
  !isContentValid(item, now);

/** The content that a tile leads to: the item's `content_id`, or else its own id (CAT-39). */
export const tileContentId = (item: Pick<ContentItem, 'id' | 'contentId'>): ContentId =>
  item.contentId === null || item.contentId === '' ? item.id : item.contentId;
