import { type RawBuilder, sql } from 'kysely';
import type { CatalogueDatabase } from './tables.ts';
import { cut, type PageParameters } from './pages.ts';
import { type ItemQuery, items, itemsOf, type StoredItem } from './item-queries.ts';
import { SUBJECTS } from './subject-kinds.ts';
import { isNoEdition } from './editions.ts';

/**
 * The lists of the product, each a query in its order. The conditions are written out and not parameters, because only then
 * can the database use the partial index of the list.
 */

const standsAlone = sql<boolean>`parent_id is null and edition_of is null`;
const sounds = sql<boolean>`parent_id is null and edition_of is null and content_type in (0, 1, 2)`;

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
    .orderBy('collection_position')
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

/** A title, or an edition whose title does not have this subject. So a narrator keeps an edition that only they have read. */
const standsFor = (table: 'authors' | 'narrators' | 'series', id: string) => {
  const { links, key } = SUBJECTS[table];
  return sql<boolean>`(items.edition_of is null or not exists (
    select from ${sql.table(links)} title where title.item_id = items.edition_of and title.${sql.ref(key)} = ${id}))`;
};

/** The titles of an author or a narrator: first those of series, in their order, then single titles by popularity (CAT-193). */
export const ofPerson = (db: CatalogueDatabase, table: 'authors' | 'narrators', id: string): ItemQuery => {
  const { links, key } = SUBJECTS[table];
  const volume = sql`(
    select s.position, s.id, l.sort_key from item_series l join series s on s.id = l.series_id
    where l.item_id = items.id order by s.position, s.id limit 1
  )`;
  return items(db)
    .innerJoin(sql<{ item_id: string }>`${sql.table(links)}`.as('of_person'), 'of_person.item_id', 'items.id')
    .leftJoinLateral(
      sql<{ position: number; id: string; sort_key: string }>`${volume}`.as('volume'),
      (join) => join.onTrue(),
    )
    .where(sql<boolean>`of_person.${sql.ref(key)} = ${id}`)
    .where(standsFor(table, id))
    .orderBy('volume.position')
    .orderBy('volume.id')
    .orderBy('volume.sort_key')
    .orderBy('items.popularity', 'desc')
    .orderBy('items.id')
    .$castTo<StoredItem>();
};

/** The volumes of a series in their order (CAT-191). */
export const ofSeries = (db: CatalogueDatabase, seriesId: string): ItemQuery =>
  items(db)
    .innerJoin('item_series', 'item_series.item_id', 'items.id')
    .where('series_id', '=', seriesId)
    .where(standsFor('series', seriesId))
    .orderBy('sort_key')
    .orderBy('sort_title')
    .orderBy('items.id')
    .$castTo<StoredItem>();

/**
 * The titles of a category, or of a topic in it, the most popular first.
 *
 * @param page null for the whole list, which is sorted otherwise: the database may then begin with the index of that order
 */
export function ofCategory(
  db: CatalogueDatabase,
  { cid, tid }: { readonly cid: string; readonly tid?: string },
  page: PageParameters | null,
): ItemQuery {
  const links =
    tid === undefined
      ? sql`item_categories where category_id = ${cid}`
      : sql`item_category_topics where category_id = ${cid} and topic_id = ${tid}`;
  if (page === null)
    return items(db)
      .where(sql<boolean>`parent_id is null`)
      .where(isNoEdition('items.id'))
      .where(sql<boolean>`items.id in (select item_id from ${links})`)
      .orderBy('popularity', 'desc')
      .orderBy('id');
  const named = sql<{ item_id: string; popularity: number }>`(select item_id, popularity from ${links})`;
  return itemsOf(
    db,
    cut(
      db
        .selectFrom(named.as('links'))
        .select(['item_id', 'popularity'])
        .where(isNoEdition('item_id'))
        .orderBy('popularity', 'desc')
        .orderBy('item_id'),
      page,
    ),
  );
}

/** An item, with the topic or the category in which it is shown. */
export interface GroupedItem extends StoredItem {
  readonly group_id: string;
  readonly group_name: string;
}

/**
 * The titles of a category by topic, or of a topic by category. Empty groups are left out.
 *
 * @param size the most titles of a group
 */
export function inGroups(
  of: { readonly cid: string } | { readonly tid: string },
  size: number,
): RawBuilder<GroupedItem> {
  const byTopic = 'cid' in of;
  const isInGroup = byTopic
    ? sql`p.category_id = ${of.cid} and p.topic_id = groups.id`
    : sql`p.topic_id = ${of.tid} and p.category_id = groups.id`;
  return sql<GroupedItem>`
      select groups.id as group_id, groups.name as group_name, items.id, items.parent_id, items.version
      from ${sql.table(byTopic ? 'topics' : 'categories')} groups
      cross join lateral (
        select p.item_id, p.popularity from item_category_topics p
        where ${isInGroup} and ${isNoEdition('p.item_id')}
        order by p.popularity desc, p.item_id limit ${size}
      ) best
      join items on items.id = best.item_id
      order by groups.position, groups.id, best.popularity desc, items.id
    `;
}
