import { useEffect, type RefObject } from 'react';

/** A slide counts as in view when at least this part of it shows. */
const SHOWN = 0.5;

/**
 * Takes slides that are out of view out of the tab order (W3C carousel pattern). It is done beside React: what
 * scrolls must not render.
 *
 * @param row the element that scrolls; its children are the slides
 * @param count how many slides there are
 */
export function useInertOutsideView(row: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const isShown = intersectionRatio >= SHOWN;
          // What has the focus keeps it, until the listener moves on.
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
