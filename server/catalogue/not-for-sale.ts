import type { CatalogueItem } from './types.ts';

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
