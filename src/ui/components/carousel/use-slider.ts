import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { SlidesInView } from './slides-in-view.ts';
import { CAROUSEL, slidesInView } from './carousel-rule.ts';
import type { RenderedSlides, SwiperRow } from './swiper-row.ts';

/** A row with more slides than this keeps only those near the view in the document (CAT-74). */
export const LONG_ROW = 60;

type Use = {
  readonly count: number;
  /** Whether the listener has pointed at the row, focused it or moved it. */
  readonly isUsed: boolean;
};

/**
 * Lets Swiper move a row once the listener uses the row and Swiper has loaded. Until then, or if Swiper cannot be
 * loaded, the browser scrolls the row.
 *
 * @param container the element whose child is the row
 */
export function useSlider(
  container: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
  slides: SlidesInView,
  { count, isUsed }: Use,
) {
  const swiper = useRef<SwiperRow | null>(null);
  const [rendered, setRendered] = useState<RenderedSlides | null>(null);
  const isLong = count > LONG_ROW;
  const latestCount = useRef(count);

  useEffect(() => {
    const element = container.current;
    const scroller = row.current;
    if (!isUsed || element === null || scroller === null) return undefined;
    let isDisposed = false;
    const start = async () => {
      const { SwiperRow, idleAtRest } = await import('./swiper-row.ts');
      await idleAtRest(scroller);
      if (isDisposed) return;
      scroller.scrollTo({ left: 0, behavior: 'instant' });
      swiper.current = new SwiperRow({
        container: element,
        slides,
        count: latestCount.current,
        onRender: isLong ? setRendered : null,
      });
    };
    // Without Swiper the browser still scrolls the row.
    start().catch(() => undefined);
    return () => {
      isDisposed = true;
      swiper.current?.dispose();
      swiper.current = null;
    };
  }, [container, row, slides, isLong, isUsed]);

  useEffect(() => {
    latestCount.current = count;
    swiper.current?.countChanged(count);
  }, [count]);

  useLayoutEffect(() => {
    swiper.current?.rendered();
  }, [rendered]);

  return {
    /** Null if all slides of the row are in the document. */
    rendered: isLong ? rendered : null,
    /** Moves by one view, forwards or back. */
    step: (direction: 1 | -1): void => {
      // The button has the focus now, even if no event reported that a slide lost the focus.
      slides.focusMoved(null);
      if (swiper.current !== null) swiper.current.step(direction);
      else {
        const inView = slidesInView(CAROUSEL, window.innerWidth);
        slides.stepped(direction * inView, latestCount.current - inView);
        // To the left is forwards where words run from right to left.
        const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
        row.current?.scrollBy({ left: sign * direction * row.current.clientWidth });
      }
    },
    /** Call it when a slide gets the focus; with null when it loses the focus. */
    focusMoved: (index: number | null): void => {
      slides.focusMoved(index);
      swiper.current?.focusMoved(index !== null);
    },
    /** Keeps the player from using a key that moves the row. */
    onKeyDown: (event: KeyboardEvent): void => {
      if (swiper.current?.isMovedBy(event) === true) event.preventDefault();
    },
  };
}
