import { sql } from 'kysely';
import type { StoredItem } from '../catalogue/items.ts';
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
  fieldsOf(id: string, ...others: readonly (string | null)[]): ListenerFields;
  /** Undefined if the listener never played the item. */
  progressIn(id: string): Progress | undefined;
}

/** Reads favourites, purchases and positions for items and their tracks, with one query each. */
export async function readListenerItems(
  db: Database,
  sub: string,
  rows: readonly StoredItem[],
): Promise<ListenerItems> {
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
  return {
    fieldsOf: (id, ...others) => ({
      is_purchased: [id, ...others].some((each) => each !== null && purchased.has(each)),
      is_favorite: favorite.has(id),
    }),
    progressIn: (id) => progress.get(id),
  };
}
