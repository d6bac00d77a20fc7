import { useEffect, type RefObject } from 'react';

/** A slide counts as in view if at least this fraction of it is visible. */
const SHOWN = 0.5;

/**
 * Takes slides outside the view out of the tab order (CAT-44). This updates the DOM directly: scrolling must not cause
 * a React render.
 *
 * @param row the element that scrolls; its children are the slides
 * @param count the number of slides
 */
export function useInertOutsideView(row: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const isShown = intersectionRatio >= SHOWN;
          // A slide that has the focus keeps it until the listener moves on.
          const keepsFocus = target.contains(document.activeElement);
          target.toggleAttribute('inert', !isShown && !keepsFocus);
        }
      },
      { root: element, threshold: SHOWN },
    );
    for (const slide of [...element.children].slice(0, count)) observer.observe(slide);
    return () => {
      observer.disconnect();
    };
  }, [row, count]);
}
