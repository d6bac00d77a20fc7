import * as v from 'valibot';

import type { BrowseShelves } from '../../../ports/content-api.ts';
import { readContentItem } from './content-item.ts';
import { decoder } from './decoded.ts';
import type { Decoder } from './decoded.ts';
import { readList } from './lists.ts';
import { readAuthor, readCategory } from './people-and-subjects.ts';

const SHELVES = [
  'new_releases',
  'discounts',
  'trending',
  'curated_collections',
  'categories',
  'authors',
  'quick_listens',
] as const;

/** The largest number of entries that are read of a shelf, so that a huge response does not block the page (CAT-58). */
const LONGEST_SHELF = 200;

const shelf = v.pipe(
  v.optional(v.unknown()),
  v.transform((sent): unknown => (Array.isArray(sent) ? sent.slice(0, LONGEST_SHELF) : sent)),
);

const browse = v.object({
  new_releases: shelf,
  discounts: shelf,
  trending: shelf,
  curated_collections: shelf,
  categories: shelf,
  authors: shelf,
  quick_listens: shelf,
});

/** Decodes `/browse`. A missing shelf is empty; a response without any shelf is malformed (CAT-59). */
export const decodeBrowse: Decoder<BrowseShelves> = decoder((body, log) => {
  const parsed = v.safeParse(browse, body);
  if (!parsed.success) return null;
  const sent = parsed.output;
  if (!SHELVES.some((name) => Array.isArray(sent[name]))) return null;
  const items = (name: (typeof SHELVES)[number]) => readList(sent[name], name, readContentItem, log) ?? [];
  return {
    newReleases: items('new_releases'),
    discounts: items('discounts'),
    trending: items('trending'),
    curatedCollections: items('curated_collections'),
    categories: readList(sent.categories, 'categories', readCategory, log) ?? [],
    authors: readList(sent.authors, 'authors', readAuthor, log) ?? [],
    quickListens: items('quick_listens'),
  };
});
