import { sql } from 'kysely';
import { cut, ITEM_COLUMNS, type PageParameters, type StoredItem } from '../catalogue/items.ts';
import type { Database } from './tables.ts';

/** The lists that belong to one listener, the newest first: each a page, and one row more if there is a next page. */

export const purchasesOf = (
  db: Database,
  sub: string,
  page: PageParameters,
): Promise<readonly StoredItem[]> =>
  cut(
    db
      .selectFrom('items')
      .select(ITEM_COLUMNS)
      .innerJoin('purchases', 'purchases.item_id', 'items.id')
      .where('purchases.sub', '=', sub)
      .orderBy('purchases.purchased_at', 'desc')
      .orderBy('purchases.item_id'),
    page,
  ).execute();

/** The items that the listener started and has not finished. */
export const inProgressOf = (
  db: Database,
  sub: string,
  page: PageParameters,
): Promise<readonly StoredItem[]> =>
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
  ).execute();

/** Every item that the listener saved, bought or started, once each; the latest of these events decides the order. */
export async function libraryOf(
  db: Database,
  sub: string,
  page: PageParameters,
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
    select items.id, items.parent_id, items.version
    from newest join items on items.id = newest.item_id
    order by newest.at desc, newest.item_id
  `.execute(db);
  return rows;
}
