import { sql, type SelectQueryBuilder } from 'kysely';
import type { OwnTrack } from '../catalogue/types.ts';
import type { Database, ItemDocument, Tables } from '../db/database.ts';

/** What every query for items selects. */
export interface StoredItem {
  readonly id: string;
  readonly parent_id: string | null;
  readonly document: ItemDocument;
}

interface ListenerFields {
  readonly is_purchased: boolean;
  readonly is_favorite: boolean;
}

/** The position of the listener: milliseconds, in a chapter counted from 1 if the item has chapters. */
interface Progress {
  readonly position: number;
  readonly chapter_index: number | null;
}

/** A content item as the API sends it, with the fields that belong to the listener who asks. */
export interface WireItem extends Omit<ItemDocument, 'tracks'>, ListenerFields {
  readonly tracks: readonly (OwnTrack & ListenerFields)[];
  /** Absent if the listener never played the item. */
  readonly progress?: Progress;
}

/** One page. Its key requests the next page; it is null on the last page. */
export interface Page<Item> {
  readonly results: readonly Item[];
  readonly next_page_key: number | null;
}

/** A query for items, in the order in which they are shown. */
export type ItemQuery = SelectQueryBuilder<Tables, 'items', StoredItem>;

/** All items. Every caller narrows this query, because no call may scan the whole table. */
export function items(db: Database): ItemQuery {
  return db.selectFrom('items').select(['items.id', 'items.parent_id', 'items.document']);
}

/**
 * The items that another query names, in its order. That query is limited to its page first, so that skipped rows are
 * never fetched.
 *
 * @param places yields `item_id` and the two sort keys of every shelf: `popularity`, then the id
 */
export function itemsAt(
  db: Database,
  places: SelectQueryBuilder<Tables, never, { item_id: string; popularity: number }>,
): ItemQuery {
  return items(db)
    .innerJoin(places.as('place'), 'place.item_id', 'items.id')
    .orderBy('place.popularity', 'desc')
    .orderBy('items.id')
    .$castTo<StoredItem>();
}

/** Adds the fields that belong to the listener to each item. */
export async function present(
  db: Database,
  sub: string,
  rows: readonly StoredItem[],
): Promise<readonly WireItem[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.flatMap((row) => [row.id, ...row.document.tracks.map((track) => track.id)]))];
  // A purchase of a podcast or a collection includes its parts. A purchased item is purchased in every collection.
  const buyable = [
    ...new Set([
      ...ids,
      ...rows.flatMap((row) => [row.parent_id ?? [], row.document.content_id ?? []].flat()),
    ]),
  ];
  const [favorites, purchases, positions] = await Promise.all([
    db
      .selectFrom('favorite_items')
      .select('item_id')
      .where('sub', '=', sub)
      .where(sql<boolean>`item_id = any(${ids})`)
      .execute(),
    db
      .selectFrom('purchases')
      .select('item_id')
      .where('sub', '=', sub)
      .where(sql<boolean>`item_id = any(${buyable})`)
      .execute(),
    db
      .selectFrom('playback_positions')
      .select(['item_id', 'chapter_index', 'chapter_position', 'last_position'])
      .where('sub', '=', sub)
      .where(sql<boolean>`item_id = any(${ids})`)
      .execute(),
  ]);
  const favorite = new Set(favorites.map((row) => row.item_id));
  const purchased = new Set(purchases.map((row) => row.item_id));
  const progress = new Map(
    positions.map((row) => [
      row.item_id,
      { position: row.chapter_position ?? row.last_position ?? 0, chapter_index: row.chapter_index },
    ]),
  );
  const own = (id: string, ...others: readonly (string | null)[]): ListenerFields => ({
    is_purchased: [id, ...others].some((each) => each !== null && purchased.has(each)),
    is_favorite: favorite.has(id),
  });

  return rows.map(({ id, parent_id, document }) => {
    const reached = progress.get(id);
    return {
      ...document,
      ...own(id, parent_id, document.content_id),
      tracks: document.tracks.map((track) => ({ ...track, ...own(track.id, id) })),
      ...(reached && { progress: reached }),
    };
  });
}

/**
 * Limits a query to one page. It requests one row more than the page: that row exists only if there is a next page.
 */
export function cut<Query extends { limit(count: number): Query; offset(count: number): Query }>(
  query: Query,
  page: { readonly limit: number; readonly next_page: number },
): Query {
  return query.limit(page.limit + 1).offset((page.next_page - 1) * page.limit);
}

/** Makes a page of the rows of a query that `cut` limited. */
export function pageOf<Row>(
  rows: readonly Row[],
  page: { readonly limit: number; readonly next_page: number },
): Page<Row> {
  return {
    results: rows.slice(0, page.limit),
    next_page_key: rows.length > page.limit ? page.next_page + 1 : null,
  };
}

/** A page of items as the listener sees them. */
export async function itemPage(
  db: Database,
  sub: string,
  rows: Promise<readonly StoredItem[]>,
  page: { readonly limit: number; readonly next_page: number },
): Promise<Page<WireItem>> {
  const { results, next_page_key } = pageOf(await rows, page);
  return { results: await present(db, sub, results), next_page_key };
}
