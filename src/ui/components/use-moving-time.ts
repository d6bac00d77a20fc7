import { useLayoutEffect, useMemo } from 'react';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { boundsOf, type Instant } from '../../domain/time.ts';
import { useServices } from '../services.ts';

/**
 * Lets the time of the screens move just after these instants and each full hour, while the component is on the page.
 *
 * @param instants null if the component shows nothing that depends on the time
 */
export function useMovingTime(instants: readonly Instant[] | null): void {
  const { followTime } = useServices();
  // Before the browser paints: the time may have stood still until now, and what was rendered may be outdated.
  useLayoutEffect(() => {
    if (instants === null) return undefined;
    const moving = followTime.moveAt(instants);
    return () => moving.unsubscribe();
  }, [followTime, instants]);
}

/** The same, for the windows of a title. */
export function useTimeOf(item: Pick<ContentItem, 'validity' | 'listenFreeWindow' | 'discount'>): void {
  const { validity, listenFreeWindow, discount } = item;
  const bounds = useMemo(
    () => boundsOf(validity, listenFreeWindow, discount.window),
    [validity, listenFreeWindow, discount],
  );
  useMovingTime(bounds.length === 0 ? null : bounds);
}
