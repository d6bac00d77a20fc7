import type { CatalogueItem } from './types.ts';

/** The windows of an item, by the fields of their bounds. */
export const WINDOWS = [
  ['valid_from', 'valid_till'],
  ['listen_free_start', 'listen_free_end'],
  ['discount_start', 'discount_end'],
] as const;

export const BOUNDS = WINDOWS.flat();

export type Bounds<Value> = Readonly<Record<(typeof BOUNDS)[number], Value>>;

export const mapBounds = <From, To>(of: Bounds<From>, change: (bound: From) => To): Bounds<To> => ({
  valid_from: change(of.valid_from),
  valid_till: change(of.valid_till),
  listen_free_start: change(of.listen_free_start),
  listen_free_end: change(of.listen_free_end),
  discount_start: change(of.discount_start),
  discount_end: change(of.discount_end),
});

/** The fields of an item that every member may hear at any time, and that nobody can buy. */
export const NOT_FOR_SALE = {
  listen_free_start: null,
  listen_free_end: null,
  has_listen_free_content: false,
  discount_price: null,
  discount_start: null,
  discount_end: null,
  pdf_url: null,
} satisfies Partial<CatalogueItem>;
