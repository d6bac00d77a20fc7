import { useEffect, useMemo, useRef } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { useServices } from '../../app/services.ts';

/** How long a pointer stays on what is meant, in milliseconds; one that only passes over is gone by then. */
const MEANT = 80;

/**
 * What of a title's tile, or of the button that plays it, tells that the listener turns to it, so that a click would
 * play without a wait.
 */
export function usePreload(item: ContentItem, what: 'title' | 'sound') {
  const { preloadAudio } = useServices();
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(wait.current), []);
  return useMemo(
    () => ({
      onPointerEnter: () => {
        wait.current = setTimeout(() => void preloadAudio.preload(item, what), MEANT);
      },
      onPointerLeave: () => clearTimeout(wait.current),
      onFocus: () => void preloadAudio.preload(item, what),
    }),
    [item, preloadAudio, what],
  );
}
