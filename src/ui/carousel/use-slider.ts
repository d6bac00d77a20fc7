import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Swiper } from 'swiper';
import { CAROUSEL } from '../../domain/limits.ts';
import { inTurn } from '../use-turns.ts';
import { carouselViews, slidesInView } from './breakpoints.ts';

/** Where the row stands: at which of its ends, and whether all of it shows at once. */
type Place = { readonly isBeginning: boolean; readonly isEnd: boolean; readonly isWhole: boolean };

const AHEAD = '200px';

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const createSlider = async (container: HTMLElement, onMove: (slider: Swiper) => void): Promise<Swiper> => {
  const { Swiper: Slider } = await import('swiper');
  // It measures the page, which several of them at once would hold up.
  await new Promise<void>((turn) => {
    inTurn(turn);
  });
  const { base, from } = carouselViews(CAROUSEL);
  return new Slider(container, {
    ...base,
    breakpoints: from,
    // The row goes on scrolling by itself, with the platform's own touch and snapping.
    cssMode: true,
    watchOverflow: true,
    speed: wantsLessMotion() ? 0 : 400,
    on: {
      init: onMove,
      progress: onMove,
      snapGridLengthChange: onMove,
      lock: onMove,
      unlock: onMove,
    },
  });
};

/**
 * Turns a row that already scrolls and reacts into a slider, once it comes near the view and the slider's code
 * has come. Until then, and where it never comes, a step scrolls the row by its width.
 *
 * @param container holds the row as its only child (the slider's wrapper)
 * @param count how many slides there are
 */
export function useSlider(container: RefObject<HTMLElement | null>, count: number) {
  const slider = useRef<Swiper | null>(null);
  const [place, setPlace] = useState<Place>(() => ({
    isBeginning: true,
    isEnd: false,
    isWhole: count <= slidesInView(CAROUSEL, window.innerWidth),
  }));

  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let isGone = false;
    const onMove = ({ isBeginning, isEnd, isLocked }: Swiper) => {
      if (isGone) return;
      setPlace((before) =>
        before.isBeginning === isBeginning && before.isEnd === isEnd && before.isWhole === isLocked
          ? before
          : { isBeginning, isEnd, isWhole: isLocked },
      );
    };
    const attach = async () => {
      const created = await createSlider(element, onMove);
      if (isGone) created.destroy(true, false);
      else slider.current = created;
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
      slider.current?.destroy(true, false);
      slider.current = null;
    };
  }, [container]);

  useEffect(() => {
    if (count > 0) slider.current?.update();
  }, [count]);

  const step = (direction: 1 | -1) => {
    const row = container.current?.firstElementChild;
    if (slider.current === null) row?.scrollBy({ left: direction * row.clientWidth, behavior: 'smooth' });
    else if (direction === 1) slider.current.slideNext();
    else slider.current.slidePrev();
  };

  return { place, step };
}
