import { useEffect, type RefObject } from 'react';

/**
 * Tells the page how much of its bottom an element covers (`--player-height`), so that no content is hidden behind it.
 *
 * @param isResting whether the element has its usual size now; other sizes do not count
 */
export function useCoveredHeight(element: RefObject<HTMLElement | null>, isResting: boolean): void {
  useEffect(() => {
    const covering = element.current;
    if (covering === null || !isResting) return undefined;
    const sizes = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--player-height', `${covering.offsetHeight}px`);
    });
    sizes.observe(covering);
    return () => sizes.disconnect();
  }, [element, isResting]);

  useEffect(
    () => () => {
      document.documentElement.style.removeProperty('--player-height');
    },
    [],
  );
}
