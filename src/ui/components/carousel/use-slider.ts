import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Swiper } from 'swiper';
import { CAROUSEL } from '../../../domain/catalogue/limits.ts';
import { runWhenIdle } from '../use-render-stages.ts';
import { carouselViews, slidesInView } from './breakpoints.ts';
import { scrollingRow, type ScrollingRow } from './scrolling-row.ts';

/** The scroll position of the row: whether it is at its start or end, and whether all of it is visible. */
type RowPosition = {
  readonly isBeginning: boolean;
  readonly isEnd: boolean;
  readonly isFullyVisible: boolean;
};

const AHEAD = '200px';

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const createSlider = async (
  container: HTMLElement,
  row: ScrollingRow,
  onChange: (slider: Swiper) => void,
): Promise<Swiper> => {
  const { Swiper: Slider } = await import('swiper');
  do {
    // Swiper measures the page when it starts; several at once would block the page.
    await new Promise<void>((resolve) => {
      runWhenIdle(resolve);
    });
    // The layout by Swiper would interrupt a running scroll.
  } while (row.isMoving());
  const { base, from } = carouselViews(CAROUSEL);
  return new Slider(container, {
    ...base,
    breakpoints: from,
    // The browser scrolls the row, with its own touch handling and snapping.
    cssMode: true,
    watchOverflow: true,
    speed: wantsLessMotion() ? 0 : 400,
    on: { init: onChange, snapGridLengthChange: onChange, lock: onChange, unlock: onChange },
  });
};

/**
 * Turns a scrolling row into a Swiper slider once it is near the view and the code has loaded. Until then, or if the
 * code cannot be loaded, a step scrolls the row by one view.
 *
 * @param container its only child is the row (the slider's wrapper)
 * @param count the number of slides
 */
export function useSlider(container: RefObject<HTMLElement | null>, count: number) {
  const slider = useRef<Swiper | null>(null);
  const row = useRef<ScrollingRow | null>(null);
  const [position, setPosition] = useState<RowPosition>(() => ({
    isBeginning: true,
    isEnd: false,
    isFullyVisible: count <= slidesInView(CAROUSEL, window.innerWidth),
  }));

  useEffect(() => {
    const element = container.current;
    const scroller = element?.firstElementChild;
    if (element === null || !(scroller instanceof HTMLElement)) return undefined;
    let isGone = false;
    const look = (fullyVisible?: boolean) => {
      if (isGone) return;
      const { isBeginning, isEnd } = scrolling.ends();
      setPosition((before) => {
        const isFullyVisible = fullyVisible ?? before.isFullyVisible;
        return before.isBeginning === isBeginning &&
          before.isEnd === isEnd &&
          before.isFullyVisible === isFullyVisible
          ? before
          : { isBeginning, isEnd, isFullyVisible };
      });
    };
    const scrolling = scrollingRow(scroller, () => look());
    row.current = scrolling;
    const attach = async () => {
      const created = await createSlider(element, scrolling, ({ isLocked }) => look(isLocked));
      if (isGone) created.destroy(true, false);
      else slider.current = created;
      // Swiper starts at the first slide; this event tells it where the row already stands.
      if (!scrolling.ends().isBeginning) scroller.dispatchEvent(new Event('scroll'));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        // Without the slider the row still scrolls.
        attach().catch(() => undefined);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      row.current = null;
      slider.current?.destroy(true, false);
      slider.current = null;
    };
  }, [container]);

  useEffect(() => {
    if (count > 0) slider.current?.update();
  }, [count]);

  const step = (direction: 1 | -1) => {
    const view = row.current?.begin(direction);
    const scroller = container.current?.firstElementChild;
    if (view === undefined || !scroller) return;
    if (slider.current !== null) slider.current.slideTo(view * slidesInView(CAROUSEL, window.innerWidth));
    else {
      scroller.scrollTo({
        left: view * scroller.clientWidth,
        behavior: wantsLessMotion() ? 'instant' : 'smooth',
      });
    }
  };

  return { position, step };
}
