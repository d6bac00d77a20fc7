import { type SelectQueryBuilder, sql } from 'kysely';
import type { CatalogueDatabase, CatalogueTables } from './tables.ts';

/** What every query for items selects. The documents are read by `ItemDocuments`. */
export interface StoredItem {
  readonly id: string;
  readonly parent_id: string | null;
  /** The version of the document. */
  readonly version: string;
}

/** The columns of a `StoredItem`. */
export const ITEM_COLUMNS = ['items.id', 'items.parent_id', 'items.version'] as const;

/** A query for items, in the order in which they are shown. */
export type ItemQuery = SelectQueryBuilder<CatalogueTables, 'items', StoredItem>;

/** All items. Every caller narrows this query, because no call may scan the whole table. */
export function items(db: CatalogueDatabase): ItemQuery {
  return db.selectFrom('items').select(ITEM_COLUMNS);
}

/**
 * The items that another query names, in its order. That query is limited to its page first, so that skipped rows are
 * never fetched.
 *
 * @param named yields `item_id` and the two sort keys of every shelf: `popularity`, then the id
 */
export function itemsOf(
  db: CatalogueDatabase,
  named: SelectQueryBuilder<CatalogueTables, never, { item_id: string; popularity: number }>,
): ItemQuery {
  return items(db)
    .innerJoin(named.as('named'), 'named.item_id', 'items.id')
    .orderBy('named.popularity', 'desc')
    .orderBy('items.id')
    .$castTo<StoredItem>();
}

/**
 * A part of several lists that follow each other. Each has one plain order and a limit, so that the database reads a page
 * from an index. A later list is queried only if the earlier ones do not fill the page.
 *
 * @param window.skip the number of rows to skip
 * @param window.count the number of rows
 */
export async function rowsOf(
  db: CatalogueDatabase,
  lists: readonly ItemQuery[],
  { skip, count }: { readonly skip: number; readonly count: number },
): Promise<readonly StoredItem[]> {
  const rows: StoredItem[] = [];
  let before = 0;
  for (const [at, list] of lists.entries()) {
    const from = Math.max(0, skip - before);
    const found = await itemsIn(db, list.limit(count - rows.length).offset(from)).execute();
    rows.push(...found);
    if (rows.length === count || at === lists.length - 1) break;
    before += found.length > 0 || from === 0 ? from + found.length : await countOf(db, list);
  }
  return rows;
}

/**
 * The items of a limited list, in its order. The list itself selects ids alone: so an index is enough for the rows that are
 * skipped.
 */
function itemsIn(db: CatalogueDatabase, list: ItemQuery) {
  const ids = list.clearSelect().select('items.id').as('ids');
  const numbered = db.selectFrom(ids).select(['id', sql<number>`row_number() over ()`.as('list_position')]);
  return items(db)
    .innerJoin(numbered.as('numbered'), 'numbered.id', 'items.id')
    .orderBy('numbered.list_position');
}

async function countOf(db: CatalogueDatabase, list: ItemQuery): Promise<number> {
  const { count } = await db
    .selectFrom(list.clearOrderBy().as('list'))
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
