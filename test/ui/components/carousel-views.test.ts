import { describe, expect, it } from 'vitest';
import { CAROUSEL } from '../../../src/domain/catalogue/limits.ts';
import { slidesInView } from '../../../src/domain/catalogue/slides-in-view.ts';
import { carouselViews } from '../../../src/ui/components/carousel/swiper-views.ts';

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
