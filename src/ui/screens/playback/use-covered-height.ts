import { useEffect, type RefObject } from 'react';

/**
 * Sets `--player-height` to the height that an element covers at the bottom of the page. The page then hides no content
 * behind the element.
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
