import type { CAROUSEL, CarouselRule } from '../../../domain/catalogue/limits.ts';

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
