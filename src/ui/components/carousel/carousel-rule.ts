/** Slides of a carousel in one view, and also in one step. Widths are in CSS pixels (CAT-43). */
export const CAROUSEL = {
  slides: 5,
  narrow: [
    { upToWidth: 1024, slides: 3 },
    { upToWidth: 600, slides: 3 },
  ],
} as const;

/** How many slides a carousel shows, and how many in narrow windows. */
export type CarouselRule = {
  readonly slides: number;
  readonly narrow: readonly { readonly upToWidth: number; readonly slides: number }[];
};

/** How many slides a window of this width (CSS pixels) shows (CAT-43). */
export const slidesInView = (rule: CarouselRule | typeof CAROUSEL, width: number): number => {
  const narrow = [...rule.narrow].toSorted((one, other) => one.upToWidth - other.upToWidth);
  return narrow.find(({ upToWidth }) => width <= upToWidth)?.slides ?? rule.slides;
};
