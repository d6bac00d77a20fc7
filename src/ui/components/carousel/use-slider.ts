import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Swiper } from 'swiper';
import { CAROUSEL } from '../../../domain/catalogue/limits.ts';
import { runWhenIdle } from '../use-render-stages.ts';
import { carouselViews, slidesInView } from './breakpoints.ts';
import { scrollingRow, type ScrollingRow } from './scrolling-row.ts';

/** Where the row stands: at which of its ends, and whether all of it shows at once. */
type Place = { readonly isBeginning: boolean; readonly isEnd: boolean; readonly isWhole: boolean };

const AHEAD = '200px';

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const createSlider = async (
  container: HTMLElement,
  row: ScrollingRow,
  onChange: (slider: Swiper) => void,
): Promise<Swiper> => {
  const { Swiper: Slider } = await import('swiper');
  do {
    // It measures the page, which several of them at once would hold up.
    await new Promise<void>((turn) => {
      runWhenIdle(turn);
    });
    // What it lays out anew would end a scroll that is under way.
  } while (row.isMoving());
  const { base, from } = carouselViews(CAROUSEL);
  return new Slider(container, {
    ...base,
    breakpoints: from,
    // The row goes on scrolling by itself, with the platform's own touch and snapping.
    cssMode: true,
    watchOverflow: true,
    speed: wantsLessMotion() ? 0 : 400,
    on: { init: onChange, snapGridLengthChange: onChange, lock: onChange, unlock: onChange },
  });
};

/**
 * Turns a row that already scrolls and reacts into a slider, once it comes near the view and the slider's code
 * has come. Until then, and where it never comes, a step scrolls the row by a view.
 *
 * @param container holds the row as its only child (the slider's wrapper)
 * @param count how many slides there are
 */
export function useSlider(container: RefObject<HTMLElement | null>, count: number) {
  const slider = useRef<Swiper | null>(null);
  const row = useRef<ScrollingRow | null>(null);
  const [place, setPlace] = useState<Place>(() => ({
    isBeginning: true,
    isEnd: false,
    isWhole: count <= slidesInView(CAROUSEL, window.innerWidth),
  }));

  useEffect(() => {
    const element = container.current;
    const scroller = element?.firstElementChild;
    if (element === null || !(scroller instanceof HTMLElement)) return undefined;
    let isGone = false;
    const look = (whole?: boolean) => {
      if (isGone) return;
      const { isBeginning, isEnd } = scrolling.ends();
      setPlace((before) => {
        const isWhole = whole ?? before.isWhole;
        return before.isBeginning === isBeginning && before.isEnd === isEnd && before.isWhole === isWhole
          ? before
          : { isBeginning, isEnd, isWhole };
      });
    };
    const scrolling = scrollingRow(scroller, () => look());
    row.current = scrolling;
    const attach = async () => {
      const created = await createSlider(element, scrolling, ({ isLocked }) => look(isLocked));
      if (isGone) created.destroy(true, false);
      else slider.current = created;
      // It begins at the first slide, and hears by this where the row stands already.
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

  return { place, step };
}
