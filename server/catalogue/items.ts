import { createHash } from 'node:crypto';
import { type SelectQueryBuilder, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SubjectKind } from './subjects.ts';
import type { CatalogueDatabase, CatalogueTables } from './tables.ts';
import type { CatalogueItem, Reference, SeriesReference } from './types.ts';

/** What every query for items selects. The documents are read by `ItemDocuments`. */
export interface StoredItem {
  readonly id: string;
  readonly parent_id: string | null;
  /** The version of the document. */
  readonly version: string;
}

/** The columns of a `StoredItem`. */
export const ITEM_COLUMNS = ['items.id', 'items.parent_id', 'items.version'] as const;

/** The page size and the number of the page, counted from 1. */
export interface PageParameters {
  readonly limit: number;
  readonly next_page: number;
}

/** One page. Its key requests the next page; it is null on the last page. */
export interface Page<Item> {
  readonly results: readonly Item[];
  readonly next_page_key: number | null;
}

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

/** Limits a query to one page, or leaves it whole. It requests one row more than the page: that row exists only if there is a next page. */
export function cut<Query extends { limit(count: number): Query; offset(count: number): Query }>(
  query: Query,
  page: PageParameters | null,
): Query {
  if (page === null) return query;
  return query.limit(page.limit + 1).offset((page.next_page - 1) * page.limit);
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
  const numbered = db.selectFrom(ids).select(['id', sql<number>`row_number() over ()`.as('place')]);
  return items(db).innerJoin(numbered.as('numbered'), 'numbered.id', 'items.id').orderBy('numbered.place');
}

async function countOf(db: CatalogueDatabase, list: ItemQuery): Promise<number> {
  const { count } = await db
    .selectFrom(list.clearOrderBy().as('list'))
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes a page of the rows of a query that `cut` limited. */
export function pageOf<Row>(rows: readonly Row[], page: PageParameters): Page<Row> {
  return {
    results: rows.slice(0, page.limit),
    next_page_key: rows.length > page.limit ? page.next_page + 1 : null,
  };
}

/** The fields of an item that every member may hear at any time, and that nobody can buy. */
export const NOT_FOR_SALE = {
  listen_free_start: null,
  listen_free_end: null,
  has_listen_free_content: false,
  discount_price: null,
  discount_start: null,
  discount_end: null,
  pdf_url: null,
} satisfies Partial<CatalogueItem>;

/** The windows of an item, by the fields of their bounds. */
export const WINDOWS = [
  ['valid_from', 'valid_till'],
  ['listen_free_start', 'listen_free_end'],
  ['discount_start', 'discount_end'],
] as const;
export const BOUNDS = WINDOWS.flat();
export type Bounds<Value> = Readonly<Record<(typeof BOUNDS)[number], Value>>;

export const mapBounds = <From, To>(of: Bounds<From>, change: (bound: From) => To): Bounds<To> => ({
  valid_from: change(of.valid_from),
  valid_till: change(of.valid_till),
  listen_free_start: change(of.listen_free_start),
  listen_free_end: change(of.listen_free_end),
  discount_start: change(of.discount_start),
  discount_end: change(of.discount_end),
});

/** Makes an id by a hash of texts. The letter distinguishes the kinds of ids. */
export function idOf(
  letter: 'a' | 'c' | 'e' | 'k' | 'n' | 'p' | 's' | 't' | 'u',
  ...texts: readonly string[]
): string {
  return letter + createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 20);
}

/** The letter of the ids of authors, categories, topics, narrators and series. */
export type SubjectLetter = 'a' | 'c' | 'u' | 'n' | 's';

/** Names that differ only in case or spaces give the same text. */
const sameName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.]+/gu, ' ')
    .trim();

/** The id of an author, a category, a topic or a narrator. Names that differ only in case or spaces give the same id. */
export const subjectId = (letter: Exclude<SubjectLetter, 's'>, name: string): string =>
  idOf(letter, sameName(name));

/** The id of a series. Two authors may have a series of the same name (CAT-190). */
export const seriesId = (name: string, authors: readonly Reference[]): string =>
  idOf('s', sameName(name), authors[0]?.id ?? '');

/** Ids of authors, categories, topics and narrators by their names. */
export const references = (
  letter: Exclude<SubjectLetter, 's'>,
  names: readonly string[] | undefined,
): readonly Reference[] => [
  ...new Map(
    (names ?? []).map((name) => [subjectId(letter, name), { id: subjectId(letter, name), name }]),
  ).values(),
];

/** The series of a title by their names, each once. */
export const seriesOf = (
  series: readonly { readonly name: string; readonly sequence?: string | undefined }[],
  authors: readonly Reference[],
): readonly SeriesReference[] => [
  ...new Map(
    series.map(({ name, sequence }) => {
      const id = seriesId(name, authors);
      return [id, { id, name, ...(sequence !== undefined && { sequence }) }];
    }),
  ).values(),
];

export const subjectCover = (of: SubjectKind, id: string): string => `/media/covers/${of}-${id}.svg`;

/** An edition of a title, as the page of the title offers it (CAT-207). */
interface Edition {
  readonly id: string;
  readonly title: string;
  readonly run_time: number | null;
  readonly narrators: readonly Reference[];
}

/** True for a row whose item is no other edition, by the column that names the item. */
export const isNoEdition = (item: string): RawBuilder<boolean> =>
  sql`not exists (select from items e where e.id = ${sql.ref(item)} and e.edition_of is not null)`;

/**
 * Sets or clears `edition_of` as the studio says. Call it after some titles were written. An edition whose title is not in
 * the catalogue stands alone.
 */
export async function connectEditions(
  transaction: Transaction<CatalogueTables>,
  ids: readonly string[],
): Promise<void> {
  const list = [...ids];
  await sql`update items set edition_of = said.title from (
    select items.id, title.id as title from items
    left join item_edits on item_edits.item_id = items.id
    left join items title on title.id = item_edits.fields ->> 'edition_of' and title.parent_id is null
    where items.id = any(${list})
      or items.id in (select item_id from item_edits where fields ->> 'edition_of' = any(${list}))
  ) said where said.id = items.id and items.edition_of is distinct from said.title`.execute(transaction);
}

/** All editions of a title or of one of its editions, the title first. Empty if there is only one. */
export async function editionsOf(db: CatalogueDatabase, id: string): Promise<readonly Edition[]> {
  const { rows } = await sql<Edition>`
    with title as (select coalesce(edition_of, id) as id from items where id = ${id})
    select items.id, items.document ->> 'title' as title, items.run_time,
      coalesce(items.document -> 'narrators', '[]') as narrators
    from items, title where items.id = title.id or items.edition_of = title.id
    order by items.edition_of is not null, items.popularity desc, items.id`.execute(db);
  return rows.length > 1 ? rows : [];
}
