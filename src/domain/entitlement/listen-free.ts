import type { ContentItem } from '../catalogue/content.ts';
import { isInstant } from '../time.ts';
import type { Instant } from '../time.ts';
import { isWithin } from './validity.ts';

/**
 * The item is marked so, or now lies in its listen-free window. That window is
 * half-open and needs both bounds: a missing or unreadable one means not free.
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
 * Decided once for the content; its tracks are not
 * asked again.
 */
export const hasFreeListenContent = (
  item: Pick<ContentItem, 'hasListenFreeContent' | 'listenFree' | 'listenFreeWindow'>,
  now: Instant,
): boolean => item.hasListenFreeContent || isListenFree(item, now);
