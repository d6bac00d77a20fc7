import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
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

/** Reads favourites, purchases and positions for items and their tracks, in one statement. */
export async function readListenerItems(
  db: Database,
  sub: string,
  items: readonly ItemParts[],
): Promise<ListenerItems> {
  // A purchase of a podcast or a collection includes its parts. A purchased item is purchased in every collection.
  const ids = [...new Set(items.flatMap(({ id, others, trackIds }) => [id, ...others, ...trackIds]))];
  const isAsked = sql<boolean>`item_id in (select id from asked)`;
  const { favorites, purchases, positions } = await db
    .with('asked', () => sql<{ id: string }>`(select unnest(cast(${ids} as text[])) as id)`)
    .selectNoFrom((own) => [
      jsonArrayFrom(
        own.selectFrom('favorite_items').select('item_id').where('sub', '=', sub).where(isAsked),
      ).as('favorites'),
      jsonArrayFrom(own.selectFrom('purchases').select('item_id').where('sub', '=', sub).where(isAsked)).as(
        'purchases',
      ),
      jsonArrayFrom(
        own
          .selectFrom('playback_positions')
          .select(['item_id', 'chapter_index', 'chapter_position', 'last_position'])
          .where('sub', '=', sub)
          .where(isAsked),
      ).as('positions'),
    ])
    .executeTakeFirstOrThrow();
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
      is_purchased: purchased.size > 0 && [id, ...others].some((each) => purchased.has(each)),
      is_favorite: favorite.has(id),
    }),
    progressIn: (id) => progress.get(id),
  };
}
