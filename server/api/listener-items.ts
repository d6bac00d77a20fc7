import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { items, type ItemQuery, type StoredItem } from './items.ts';

/** The lists that belong to one listener, the newest first. */

export const purchasesOf = (db: Database, sub: string): ItemQuery =>
  items(db)
    .innerJoin('purchases', 'purchases.item_id', 'items.id')
    .where('purchases.sub', '=', sub)
    .orderBy('purchases.purchased_at', 'desc')
    .orderBy('purchases.item_id')
    .$castTo<StoredItem>();

/** @param podcasts podcasts and their episodes, or everything else */
export const favoritesOf = (db: Database, sub: string, podcasts: boolean): ItemQuery =>
  items(db)
    .innerJoin('favorite_items', 'favorite_items.item_id', 'items.id')
    .where('favorite_items.sub', '=', sub)
    .where(podcasts ? sql<boolean>`content_type in (3, 4)` : sql<boolean>`content_type not in (3, 4)`)
    .orderBy('favorite_items.created_at', 'desc')
    .orderBy('favorite_items.item_id')
    .$castTo<StoredItem>();

/** The items that the listener started and has not finished. */
export const inProgressOf = (db: Database, sub: string): ItemQuery =>
  items(db)
    .innerJoin('playback_positions', 'playback_positions.item_id', 'items.id')
    .where('playback_positions.sub', '=', sub)
    .where(sql<boolean>`is_active`)
    .orderBy('playback_positions.updated_at', 'desc')
    .orderBy('playback_positions.item_id')
    .$castTo<StoredItem>();

/** Every item that the listener saved, bought or started, once each; the latest of these events decides the order. */
export async function libraryOf(
  db: Database,
  sub: string,
  page: { readonly limit: number; readonly next_page: number },
): Promise<readonly StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    with own as (
      select item_id, created_at as at from favorite_items where sub = ${sub}
      union all select item_id, purchased_at from purchases where sub = ${sub}
      union all select item_id, updated_at from playback_positions where sub = ${sub} and is_active
    ),
    newest as (
      select item_id, max(at) as at from own group by item_id
      order by max(at) desc, item_id limit ${page.limit + 1} offset ${(page.next_page - 1) * page.limit}
    )
    select items.id, items.parent_id, items.document
    from newest join items on items.id = newest.item_id
    order by newest.at desc, newest.item_id
  `.execute(db);
  return rows;
}
