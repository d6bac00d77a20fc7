import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlidesInView } from '../../../src/ui/components/carousel/slides-in-view.ts';
import { CAROUSEL, slidesInView } from '../../../src/ui/components/carousel/carousel-rule.ts';
import { carouselViews } from '../../../src/ui/components/carousel/swiper-row.ts';

type Report = (entries: readonly { readonly target: unknown; readonly intersectionRatio: number }[]) => void;

/** Reports what the test says is visible. */
class Observer {
  static report: Report = () => {};
  readonly observed = new Set<unknown>();

  constructor(report: Report) {
    Observer.report = report;
  }

  observe(element: unknown): void {
    this.observed.add(element);
  }

  unobserve(element: unknown): void {
    this.observed.delete(element);
  }
}

class Slide {
  inert = false;
  readonly focus = vi.fn<() => void>();
}

const rowOf = (count: number) => {
  const slides = new SlidesInView(0);
  const onChange = vi.fn<() => void>();
  slides.subscribe(onChange);
  const elements = Array.from({ length: count }, () => new Slide());
  const endings = elements.map((element, index) =>
    slides.observe(null, element as unknown as HTMLElement, index),
  );
  const show = (...visible: readonly number[]): void =>
    Observer.report(
      elements.map((target, index) => ({ target, intersectionRatio: visible.includes(index) ? 1 : 0 })),
    );
  const reachable = (): readonly number[] => elements.flatMap(({ inert }, index) => (inert ? [] : [index]));
  return { slides, elements, endings, onChange, show, reachable };
};

beforeEach(() => vi.stubGlobal('IntersectionObserver', Observer));
afterEach(() => vi.unstubAllGlobals());

describe('the slides in view (CAT-44)', () => {
  it('only slides in view can get the focus', () => {
    const { show, reachable } = rowOf(6);
    show(0, 1, 2);
    expect(reachable()).toEqual([0, 1, 2]);
    show(3, 4, 5);
    expect(reachable()).toEqual([3, 4, 5]);
  });

  it('knows the slide that a step leads to, until the row has arrived there', () => {
    const { slides, show } = rowOf(12);
    show(0, 1, 2);
    slides.stepped(3, 9);
    expect(slides.destination, 'before the browser scrolls').toBe(3);
    show(1, 2, 3);
    slides.stepped(3, 9);
    expect(slides.destination, 'a second step').toBe(6);
    show(6, 7, 8);
    show(4, 5, 6);
    expect(slides.destination, 'after another movement').toBe(4);
    for (const by of [3, 3, 3]) slides.stepped(by, 9);
    expect(slides.destination, 'at the end').toBe(9);
    for (const by of [-3, -3, -3, -3]) slides.stepped(by, 9);
    expect(slides.destination, 'at the start').toBe(0);
  });

  it('knows the first slide in view, and keeps it while none is in view', () => {
    const { slides, show, onChange } = rowOf(6);
    show(2, 3, 4);
    expect(slides.first).toBe(2);
    expect(slides.isShown(2)).toBe(true);
    expect(slides.isShown(5)).toBe(false);
    show();
    expect(slides.first).toBe(2);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('counts a slide only if nearly all of it is visible', () => {
    const { slides, elements, show } = rowOf(3);
    show(0, 1);
    Observer.report([{ target: elements[0], intersectionRatio: 0.6 }]);
    expect(slides.isShown(0)).toBe(false);
    expect(slides.first).toBe(1);
  });

  it('a slide keeps the focus until the focus moves on', () => {
    const { slides, show, reachable } = rowOf(4);
    show(0, 1);
    slides.focusMoved(1);
    show(2, 3);
    expect(reachable()).toEqual([1, 2, 3]);
    slides.focusMoved(null);
    expect(reachable()).toEqual([2, 3]);
    expect(slides.hasFocus).toBe(false);
  });

  it('moves the focus to a slide that is about to come into view', () => {
    const { slides, elements, show } = rowOf(4);
    show(0, 1);
    slides.focusMoved(0);
    slides.focus(2);
    expect(elements[2]?.inert).toBe(false);
    expect(elements[2]?.focus).toHaveBeenCalledWith({ preventScroll: true });
    slides.focusMoved(2);
    slides.focus(2);
    expect(elements[2]?.focus).toHaveBeenCalledTimes(1);
  });

  it('forgets a slide that leaves the document', () => {
    const { slides, endings, show } = rowOf(4);
    show(0, 1);
    slides.focusMoved(0);
    endings[0]?.();
    expect(slides.isShown(0)).toBe(false);
    expect(slides.hasFocus).toBe(false);
    slides.focus(0);
    expect(slides.hasFocus).toBe(false);
  });
});

const slidesAt = (width: number): readonly number[] => {
  const { base, from } = carouselViews(CAROUSEL);
  const reached = Object.keys(from)
    .map(Number)
    .filter((start) => start <= width)
    .toSorted((one, other) => other - one)[0];
  const view = reached === undefined ? base : from[reached];
  return [view?.slidesPerView ?? 0, view?.slidesPerGroup ?? 0];
};

describe('the slides of a carousel at a window width (CAT-43)', () => {
  it.each([
    [320, 3],
    [600, 3],
    [601, 3],
    [1024, 3],
    [1025, 5],
    [1920, 5],
  ])('at %i pixels shows, and scrolls by, %i', (width, slides) => {
    expect(slidesAt(width)).toEqual([slides, slides]);
    expect(slidesInView(CAROUSEL, width)).toBe(slides);
  });
});
