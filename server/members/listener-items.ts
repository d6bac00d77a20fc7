import { type Expression, type RawBuilder, sql } from 'kysely';
import { cut, type PageParameters } from '../catalogue/pages.ts';
import { ITEM_COLUMNS, type ItemQuery, items, type StoredItem } from '../catalogue/item-queries.ts';
import type { Database } from './tables.ts';

/** The fields of an item that depend on the listener. */
export interface ListenerFields {
  readonly is_purchased: boolean;
  readonly is_favorite: boolean;
}

/** The position of the listener: milliseconds, in a chapter counted from 1 if the item has chapters. */
export interface Progress {
  readonly position: number;
  readonly chapter_index: number | null;
}

/** What is known about a listener and some items. */
export interface ListenerItems {
  /**
   * @param id an item, or a track of an item
   * @param others what the item is a part of or refers to; who bought one of these has bought the item
   */
  fieldsOf(id: string, ...others: readonly string[]): ListenerFields;
  /** Undefined if the listener never played the item. */
  progressIn(id: string): Progress | undefined;
}

/** An item, and the ids that its fields depend on. */
export interface ItemParts {
  readonly id: string;
  /** The items that it is a part of, or refers to. */
  readonly others: readonly string[];
  readonly trackIds: readonly string[];
}

interface Position extends Progress {
  readonly item_id: string;
}

/** What a listener has. */
export interface Owned {
  readonly favorites: readonly string[];
  readonly purchases: readonly string[];
  readonly positions: readonly Position[];
}

/** Of each kind. To read more costs more than to ask for the items that are shown. */
const MOST_OWNED = 100;

/** The first things that a listener has, in any order. Most listeners have no more. */
export const firstOwned = (sub: string): RawBuilder<Owned> =>
  owned(sub, sql`limit ${sql.lit(MOST_OWNED + 1)}`);

/** What `firstOwned` has read, if that is everything. */
export const allOwned = (first: Owned): Owned | undefined =>
  Object.values(first).every(({ length }) => length <= MOST_OWNED) ? first : undefined;

/**
 * What the listener has of some items and their tracks. A purchase of a podcast or a collection includes its parts. A
 * purchased item is purchased in every collection.
 *
 * @param itemIds an array of the statement
 */
export const ownedOf = (sub: string, itemIds: RawBuilder<unknown>): RawBuilder<Owned> => sql`(
    with asked as materialized (
      select shown.id, shown.parent_id, shown.content_id, shown.document from items shown where shown.id = any(${itemIds})
    ),
    kin as materialized (
      select id from asked union select parent_id from asked union select content_id from asked
      union select track ->> 'id' from asked, json_array_elements(document -> 'tracks') track
    )
    select ${owned(sub, sql`and item_id in (select id from kin)`)})`;

/** @param which narrows the rows of each table */
const owned = (sub: string, which: RawBuilder<unknown>): RawBuilder<Owned> => sql`json_build_object(
    'favorites', array(select item_id from favorite_items where sub = ${sub} ${which}),
    'purchases', array(select item_id from purchases where sub = ${sub} ${which}),
    'positions', array(select json_build_object(
        'item_id', item_id, 'chapter_index', chapter_index,
        'position', coalesce(chapter_position, last_position, 0))
      from playback_positions where sub = ${sub} ${which}))`;

/**
 * Favourites, purchases and positions of items and their tracks.
 *
 * @param known what the listener has of these items; without it, a statement reads it
 */
export async function readListenerItems(
  db: Database,
  sub: string,
  items: readonly ItemParts[],
  known?: Owned,
): Promise<ListenerItems> {
  const { favorites, purchases, positions } = known ?? (await readOwned(db, sub, items));
  const favorite = new Set(favorites);
  const purchased = new Set(purchases);
  const progress = new Map(positions.map(({ item_id, ...position }) => [item_id, position]));
  return {
    fieldsOf: (id, ...others) => ({
      is_purchased: purchased.size > 0 && [id, ...others].some((each) => purchased.has(each)),
      is_favorite: favorite.has(id),
    }),
    progressIn: (id) => progress.get(id),
  };
}

async function readOwned(db: Database, sub: string, items: readonly ItemParts[]): Promise<Owned> {
  // A purchase of a podcast or a collection includes its parts. A purchased item is purchased in every collection.
  const ids = [...new Set(items.flatMap(({ id, others, trackIds }) => [id, ...others, ...trackIds]))];
  const { rows } = await sql<{ owned: Owned }>`
    with asked as (select unnest(cast(${ids} as text[])) as id)
    select ${owned(sub, sql`and item_id in (select id from asked)`)} as owned
  `.execute(db);
  return rows[0]?.owned ?? { favorites: [], purchases: [], positions: [] };
}

/** The lists that belong to one listener, the newest first: each a page, and one row more if there is a next page. */

export const purchasesOf = (db: Database, sub: string, page: PageParameters): Expression<StoredItem> =>
  cut(
    db
      .selectFrom('items')
      .select(ITEM_COLUMNS)
      .innerJoin('purchases', 'purchases.item_id', 'items.id')
      .where('purchases.sub', '=', sub)
      .orderBy('purchases.purchased_at', 'desc')
      .orderBy('purchases.item_id'),
    page,
  );

/** The items that the listener started and has not finished. */
export const inProgressOf = (db: Database, sub: string, page: PageParameters): Expression<StoredItem> =>
  cut(
    db
      .selectFrom('items')
      .select(ITEM_COLUMNS)
      .innerJoin('playback_positions', 'playback_positions.item_id', 'items.id')
      .where('playback_positions.sub', '=', sub)
      .where(sql<boolean>`is_active`)
      .orderBy('playback_positions.updated_at', 'desc')
      .orderBy('playback_positions.item_id'),
    page,
  );

/**
 * Every item that the listener saved, bought or started, once each. The latest of these events decides the order.
 *
 * @param page null for the whole list
 */
export function libraryOf(db: Database, sub: string, page: PageParameters | null): ItemQuery {
  const limited =
    page === null
      ? sql``
      : sql`order by max(at) desc, item_id limit ${page.limit + 1} offset ${(page.next_page - 1) * page.limit}`;
  const newest = sql<{ item_id: string; at: number }>`(
    select item_id, max(at) as at from (
      select item_id, created_at as at from favorite_items where sub = ${sub}
      union all select item_id, purchased_at from purchases where sub = ${sub}
      union all select item_id, updated_at from playback_positions where sub = ${sub} and is_active
    ) own group by item_id ${limited}
  )`;
  return items(db)
    .innerJoin(newest.as('newest'), 'newest.item_id', 'items.id')
    .orderBy('newest.at', 'desc')
    .orderBy('newest.item_id')
    .$castTo<StoredItem>();
}
