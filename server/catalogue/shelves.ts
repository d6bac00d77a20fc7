import { sql } from 'kysely';
import type { CatalogueDatabase } from './tables.ts';
import { cut, type ItemQuery, items, itemsOf, type PageParameters } from './items.ts';

/**
 * The lists of the product, each a query in its order. The conditions are written out and not parameters, because only then
 * can the database use the partial index of the list.
 */

const standsAlone = sql<boolean>`parent_id is null`;
const sounds = sql<boolean>`parent_id is null and content_type in (0, 1, 2)`;

/** The most popular first. */
export const trending = (db: CatalogueDatabase): ItemQuery =>
  items(db).where(standsAlone).orderBy('popularity', 'desc').orderBy('id');

/** The newest first. */
export const newReleases = (db: CatalogueDatabase): ItemQuery =>
  items(db).where(standsAlone).orderBy('released_at', 'desc').orderBy('id');

/** First those that the studio has ordered, then by popularity. */
export const curatedCollections = (db: CatalogueDatabase): ItemQuery =>
  items(db)
    .where(sql<boolean>`parent_id is null and content_type = 5`)
    .orderBy('place')
    .orderBy('popularity', 'desc')
    .orderBy('id');

/** Items of at most 30 minutes (CAT-7). */
export const quickListens = (db: CatalogueDatabase): ItemQuery =>
  items(db)
    .where(sounds)
    .where(sql<boolean>`run_time <= 1800`)
    .orderBy('popularity', 'desc')
    .orderBy('id');

/** Items with a discount at this moment, strictly between its bounds (ENT-18). The discount that ends first comes first. */
export const discounted = (db: CatalogueDatabase, now: number): ItemQuery =>
  items(db)
    .where(standsAlone)
    .where('discount_end', '>', now)
    .where('discount_start', '<', now)
    .orderBy('discount_end')
    .orderBy('id');

/** The shelves of titles on the home page, by their names in its response (CAT-97). */
export const HOME_SHELVES = [
  'new_releases',
  'discounts',
  'trending',
  'curated_collections',
  'quick_listens',
] as const;

export const homeShelves = (
  db: CatalogueDatabase,
  now: number,
): Readonly<Record<(typeof HOME_SHELVES)[number], ItemQuery>> => ({
  new_releases: newReleases(db),
  discounts: discounted(db, now),
  trending: trending(db),
  curated_collections: curatedCollections(db),
  quick_listens: quickListens(db),
});

/** A random item that is valid at this moment and has a sound of its own. */
export const drawn = (
  db: CatalogueDatabase,
  draw: { readonly from: number; readonly now: number; readonly free: boolean },
): ItemQuery => {
  const query = items(db)
    .where(sounds)
    .where((where) => where.or([where('valid_from', 'is', null), where('valid_from', '<=', draw.now)]))
    .where((where) => where.or([where('valid_till', 'is', null), where('valid_till', '>', draw.now)]))
    .where('draw', '>=', draw.from)
    .orderBy('draw')
    .limit(1);
  return draw.free ? query.where(sql<boolean>`has_free_listening`) : query;
};

/** The parts of a podcast or a collection, in their order. */
export const childrenOf = (db: CatalogueDatabase, parentId: string): ItemQuery =>
  items(db).where('parent_id', '=', parentId).orderBy('position').orderBy('id');

export const ofAuthor = (db: CatalogueDatabase, authorId: string, page: PageParameters): ItemQuery =>
  itemsOf(
    db,
    cut(
      db
        .selectFrom('item_authors')
        .select(['item_id', 'popularity'])
        .where('author_id', '=', authorId)
        .orderBy('popularity', 'desc')
        .orderBy('item_id'),
      page,
    ),
  );

export const ofCategory = (db: CatalogueDatabase, categoryId: string, page: PageParameters): ItemQuery =>
  itemsOf(
    db,
    cut(
      db
        .selectFrom('item_categories')
        .select(['item_id', 'popularity'])
        .where('category_id', '=', categoryId)
        .orderBy('popularity', 'desc')
        .orderBy('item_id'),
      page,
    ),
  );

export const ofCategoryAndTopic = (
  db: CatalogueDatabase,
  categoryId: string,
  topicId: string,
  page: PageParameters,
): ItemQuery =>
  itemsOf(
    db,
    cut(
      db
        .selectFrom('item_category_topics')
        .select(['item_id', 'popularity'])
        .where('category_id', '=', categoryId)
        .where('topic_id', '=', topicId)
        .orderBy('popularity', 'desc')
        .orderBy('item_id'),
      page,
    ),
  );
