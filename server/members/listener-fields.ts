import { sql } from 'kysely';
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

/** Reads favourites, purchases and positions for items and their tracks, in one statement. */
export async function readListenerItems(
  db: Database,
  sub: string,
  items: readonly ItemParts[],
): Promise<ListenerItems> {
  // A purchase of a podcast or a collection includes its parts. A purchased item is purchased in every collection.
  const ids = [...new Set(items.flatMap(({ id, others, trackIds }) => [id, ...others, ...trackIds]))];
  const { rows } = await sql<{
    favorites: readonly string[];
    purchases: readonly string[];
    positions: readonly Position[];
  }>`
    with asked as (select unnest(cast(${ids} as text[])) as id)
    select
      (select coalesce(json_agg(item_id), '[]') from favorite_items
        where sub = ${sub} and item_id in (select id from asked)) as favorites,
      (select coalesce(json_agg(item_id), '[]') from purchases
        where sub = ${sub} and item_id in (select id from asked)) as purchases,
      (select coalesce(json_agg(json_build_object(
          'item_id', item_id, 'chapter_index', chapter_index,
          'position', coalesce(chapter_position, last_position, 0))), '[]')
        from playback_positions where sub = ${sub} and item_id in (select id from asked)) as positions
  `.execute(db);
  const [row] = rows;
  const favorite = new Set(row?.favorites);
  const purchased = new Set(row?.purchases);
  const progress = new Map(row?.positions.map(({ item_id, ...position }) => [item_id, position]));
  return {
    fieldsOf: (id, ...others) => ({
      is_purchased: purchased.size > 0 && [id, ...others].some((each) => purchased.has(each)),
      is_favorite: favorite.has(id),
    }),
    progressIn: (id) => progress.get(id),
  };
}
