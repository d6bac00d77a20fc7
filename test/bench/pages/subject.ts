export type SubjectName = 'product' | 'hand-written' | 'bare-react';

/** What is measured: the product, or a floor. */
export type Subject = {
  readonly name: SubjectName;
  readonly home: string;
  /** False if each page is a document of its own. */
  readonly hasRoutes: boolean;
  /** The long list. */
  readonly library: string;
  /** The same list with addresses of covers that do not exist. */
  readonly coverless: string;
  /** The links of the tiles of the home page. */
  readonly ready: string;
  /** The element that plays on the page of a title, and where in it a listener would click. */
  readonly play: string;
  readonly playAt: { readonly x: number; readonly y: number } | null;
};

/** The start of the addresses of covers that do not exist. */
export const MISSING_COVER = '/media/covers/item-nowhere-';

/** The browser's own play button is at the left end of its controls. */
const OWN_CONTROLS = { play: 'audio', playAt: { x: 27, y: 27 } } as const;

export const PRODUCT: Subject = {
  name: 'product',
  home: '/',
  hasRoutes: true,
  library: '/library',
  coverless: '/purchased',
  ready: 'main article a[href^="/audios/"]',
  play: 'main button[aria-label^="Play "]',
  playAt: null,
};

export const HAND_WRITTEN: Subject = {
  name: 'hand-written',
  home: '/floor/',
  hasRoutes: false,
  library: '/floor/library',
  coverless: '/floor/purchased',
  ready: 'main article a[href^="/floor/audios/"]',
  ...OWN_CONTROLS,
};

export const BARE_REACT: Subject = {
  name: 'bare-react',
  home: '/bare/',
  hasRoutes: true,
  library: '/bare/library',
  coverless: '/bare/purchased',
  ready: 'main article a[href^="/bare/audios/"]',
  ...OWN_CONTROLS,
};
