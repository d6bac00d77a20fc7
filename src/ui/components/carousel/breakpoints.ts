import type { CAROUSEL } from '../../../domain/catalogue/limits.ts';

type CarouselRule = {
  readonly slides: number;
  readonly narrow: readonly { readonly upToWidth: number; readonly slides: number }[];
};

/** Slides a view and the space between them, which is also how far a step goes; `spaceBetween` in CSS pixels. */
type View = {
  readonly slidesPerView: number;
  readonly slidesPerGroup: number;
  readonly spaceBetween: number;
};

/** How much room slides leave between them, in CSS pixels: at `narrow` widths, and above. */
const GAP = { narrow: 12, wide: 20 };

const view = (slides: number, spaceBetween: number): View => ({
  slidesPerView: slides,
  slidesPerGroup: slides,
  spaceBetween,
});

/** Section 9, carousel: how many slides a window of this width (CSS pixels) shows at once. */
export const slidesInView = (rule: CarouselRule | typeof CAROUSEL, width: number): number => {
  const narrow = [...rule.narrow].toSorted((one, other) => one.upToWidth - other.upToWidth);
  return narrow.find(({ upToWidth }) => width <= upToWidth)?.slides ?? rule.slides;
};

/**
 * Section 9, carousel, in the slider's terms: a view for the narrowest windows, and from which width on
 * (inclusive, CSS pixels) another holds. Each narrow rule says up to which width it holds.
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
