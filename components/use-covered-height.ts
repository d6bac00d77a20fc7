import { type RefObject, useEffect } from 'react';

/**
 * Sets `--player-height` to the height that an element covers at the bottom of the page. The page then hides no content
 * behind the element (APP-62).
 *
 * @param isResting whether the element has its usual size now; other sizes do not count
 */
export function useCoveredHeight(element: RefObject<HTMLElement | null>, isResting: boolean): void {
  useEffect(() => {
    const covering = element.current;
    if (covering === null || !isResting) return undefined;
    let frame = 0;
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      // The property changes the height of the page, which is observed too. So it waits for the next frame: a change
      // in this one would be an error of the page, "ResizeObserver loop".
      frame = requestAnimationFrame(() => {
        document.documentElement.style.setProperty('--player-height', `${covering.offsetHeight}px`);
      });
    });
    sizes.observe(covering);
    return () => {
      sizes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [element, isResting]);

  useEffect(
    () => () => {
      document.documentElement.style.removeProperty('--player-height');
    },
    [],
  );
}
