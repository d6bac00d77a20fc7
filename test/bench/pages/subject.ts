/** What is measured: the product or the floor. */
export type Subject = {
  readonly name: 'product' | 'floor';
  readonly home: string;
  readonly library: string;
  /** The first element of the home page that a listener would use. */
  readonly ready: string;
  /** The element that plays on the page of a title, and where in it a listener would click. */
  readonly play: string;
  readonly playAt: { readonly x: number; readonly y: number } | null;
};

/** The start of the addresses of covers that do not exist, and the product's list of titles with such covers. */
export const MISSING_COVER = '/media/covers/item-nowhere-';
export const COVERLESS_LIBRARY = '/purchased';

export const PRODUCT: Subject = {
  name: 'product',
  home: '/',
  library: '/library',
  ready: 'main article a[href^="/audios/"]',
  play: 'main button[aria-label^="Play "]',
  playAt: null,
};

export const FLOOR: Subject = {
  name: 'floor',
  home: '/floor/',
  library: '/floor/library',
  ready: 'main article a[href^="/floor/audios/"]',
  play: 'audio',
  // The browser's own play button is at the left end of its controls.
  playAt: { x: 27, y: 27 },
};
