import type { ContentItem } from '../catalogue/content.ts';
import { isInstant } from '../time.ts';
import type { Instant } from '../time.ts';
import { isWithin } from './validity.ts';

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
