import { useEffect, useMemo, useRef } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { useServices } from '../../app/services.ts';

/** How long the pointer must stay, in milliseconds; a pointer that only passes has left by then. */
const MEANT = 80;

/**
 * Event handlers for a tile or a play button: they preload the title when the listener points at it or focuses it.
 * A click then plays without a wait (PLAY-57).
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
