import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
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
 * A part of several lists that follow each other, in one statement. Each list has one plain order and a limit, so that the
 * database reads it from an index. A later list is read only if the earlier ones do not fill the page.
 *
 * @param window.skip the number of rows to skip
 * @param window.count the number of rows
 */
export function rowsOf(
  lists: readonly ItemQuery[],
  { skip, count }: { readonly skip: number; readonly count: number },
): RawBuilder<StoredItem> {
  const [only, ...others] = lists;
  if (only === undefined) return NOTHING;
  // Ids alone are selected first. So an index is enough for the rows that are skipped.
  const idsOf = (list: ItemQuery) => list.clearSelect().select('items.id');
  if (others.length === 0)
    return inOrder(sql`select row_number() over () as list_position, ids.id
    from (${idsOf(only).limit(count).offset(skip)}) as ids`);
  const most = skip + count;
  const name = (at: number) => sql.ref(`list_${at}`);
  const steps = lists.map((list, at) => {
    const before = lists.slice(0, at).map((_, each) => sql`(select count(*) from ${name(each)})`);
    const isNeeded = at === 0 ? sql`` : sql`where ${sql.join(before, sql` + `)} < ${most}`;
    return sql`${name(at)} as materialized (
      select row_number() over () as list_position, ids.id from (${idsOf(list).limit(most)}) as ids ${isNeeded})`;
  });
  const all = lists.map((_, at) => sql`select ${sql.lit(at)} as number, list_position, id from ${name(at)}`);
  return sql`with ${sql.join(steps)} ${inOrder(sql`
    select row_number() over (order by number, list_position) as list_position, id
    from (${sql.join(all, sql` union all `)}) as all_lists
    order by number, list_position offset ${skip} limit ${count}`)}`;
}

/** Rows that an earlier statement has read. */
export const rowsGiven = (rows: readonly StoredItem[]): RawBuilder<StoredItem> => sql`
  select id, parent_id, version
  from json_to_recordset(${JSON.stringify(rows)}::json) as given(id text, parent_id text, version text)`;

/** A list without rows. */
export const NOTHING = sql<never>`select where false`;

/** The items of a list of ids, in its order. */
const inOrder = (numbered: RawBuilder<unknown>): RawBuilder<StoredItem> => sql`
  select ${sql.join(ITEM_COLUMNS.map((column) => sql.ref(column)))}
  from (${numbered}) as numbered join items on items.id = numbered.id order by numbered.list_position`;
