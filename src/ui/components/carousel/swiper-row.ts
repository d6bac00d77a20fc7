import { Swiper } from 'swiper';
import { Keyboard, Mousewheel, Virtual } from 'swiper/modules';
import type { SlidesInView } from './slides-in-view.ts';
import { CAROUSEL, slidesInView, type CarouselRule } from './carousel-rule.ts';
import { runWhenIdle } from '../use-render-stages.ts';

/** The duration of a step, in milliseconds. */
const SPEED = 400;

/** A row that has not moved for this long, in milliseconds, is at rest. */
const REST = 100;

/** The slides in the document: from one index to another, inclusive, moved to the right by `offset` CSS pixels. */
export type RenderedSlides = { readonly from: number; readonly to: number; readonly offset: number };

type SwiperRowOptions = {
  /** The element whose child is the row. */
  readonly container: HTMLElement;
  readonly slides: SlidesInView;
  readonly count: number;
  /** Set for a long row, which keeps only the slides near the view in the document. */
  readonly onRender: ((rendered: RenderedSlides) => void) | null;
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** The slide at which Swiper starts. The last view may start within a group, where Swiper would not stop. */
const initialSlide = (first: number, count: number): number =>
  first + slidesInView(CAROUSEL, window.innerWidth) >= count ? count - 1 : first;

/** A row that Swiper moves: by touch, mouse, wheel and keyboard, one view at a time (CAT-43). */
export class SwiperRow {
  private readonly swiper: Swiper;

  constructor({ container, slides, count, onRender }: SwiperRowOptions) {
    const { base, from } = carouselViews(CAROUSEL);
    this.swiper = new Swiper(container, {
      modules: [Keyboard, Mousewheel, Virtual],
      ...base,
      breakpoints: from,
      initialSlide: initialSlide(slides.destination, count),
      speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SPEED,
      // A slow drag moves the row to the next view after a fifth of a view.
      longSwipesRatio: 0.2,
      // Swiper listens to keys on the whole document, so this is enabled only while a slide has the focus.
      keyboard: { enabled: false, pageUpDown: false },
      // A vertical movement scrolls the page.
      mousewheel: { enabled: true, forceToAxis: true },
      virtual: {
        enabled: onRender !== null,
        slides: [...indexes(count)],
        cache: false,
        ...(onRender !== null && { renderExternal: onRender }),
        // The slides are in the document only after React has rendered them.
        renderExternalUpdate: false,
      },
      on: {
        slideChange: ({ activeIndex }) => {
          if (slides.hasFocus) slides.focus(activeIndex);
        },
      },
    });
    this.focusMoved(slides.hasFocus);
  }

  /** Moves by one view, forwards or back. */
  step(direction: 1 | -1): void {
    if (direction === 1) this.swiper.slideNext();
    else this.swiper.slidePrev();
  }

  /** Call it when slides were added or removed. */
  countChanged(count: number): void {
    if (this.swiper.virtual.slides.length > 0) this.swiper.virtual.slides = [...indexes(count)];
    this.swiper.update();
  }

  /** Measures the slides after React has rendered other slides. */
  rendered(): void {
    this.swiper.updateSlides();
    this.swiper.updateProgress();
    this.swiper.updateSlidesClasses();
  }

  /** Lets the arrow keys move the row only while a slide has the focus. */
  focusMoved(hasFocus: boolean): void {
    if (hasFocus) this.swiper.keyboard.enable();
    else this.swiper.keyboard.disable();
  }

  /** True if a key press moves the row. */
  isMovedBy({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress): boolean {
    return (key === 'ArrowLeft' || key === 'ArrowRight') && !(shiftKey || altKey || ctrlKey || metaKey);
  }

  dispose(): void {
    this.swiper.destroy();
  }
}

/** Waits until the browser is idle and does not scroll the row. Rows that start in one moment would block the page. */
export async function idleAtRest(row: HTMLElement): Promise<void> {
  let left: number;
  do {
    left = row.scrollLeft;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, REST);
    });
    await new Promise<void>((resolve) => {
      runWhenIdle(resolve);
    });
  } while (row.scrollLeft !== left);
}

/** The slides in one view, which is also the length of a step; `spaceBetween` is in CSS pixels. */
type View = {
  readonly slidesPerView: number;
  readonly slidesPerGroup: number;
  readonly spaceBetween: number;
};

/** The space between slides in CSS pixels: at `narrow` widths, and above. */
const GAP = { narrow: 12, wide: 20 };

const view = (slides: number, spaceBetween: number): View => ({
  slidesPerView: slides,
  slidesPerGroup: slides,
  spaceBetween,
});

/**
 * The breakpoints of a carousel in the form that Swiper expects: a view for the narrowest windows, then one for each
 * minimum width (inclusive, CSS pixels). Our own rules give the maximum width of each narrow view (CAT-43).
 */
export const carouselViews = (
  rule: CarouselRule | typeof CAROUSEL,
): { readonly base: View; readonly from: Readonly<Record<number, View>> } => {
  const narrow = [...rule.narrow].toSorted((one, other) => one.upToWidth - other.upToWidth);
  const from: Record<number, View> = {};
  narrow.forEach(({ upToWidth }, at) => {
    const next = narrow[at + 1];
    from[upToWidth + 1] = next === undefined ? view(rule.slides, GAP.wide) : view(next.slides, GAP.narrow);
  });
  return { base: view(narrow[0]?.slides ?? rule.slides, GAP.narrow), from };
};
