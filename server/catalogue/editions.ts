import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { CatalogueTables } from './tables.ts';
import type { Reference } from './types.ts';

/** An edition of a title, as the page of the title offers it (CAT-207). */
export interface Edition {
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

/**
 * All editions of a title or of one of its editions, the title first, as an expression of a statement. A title with one
 * edition is the only one of them.
 */
export const editionsOf = (id: string): RawBuilder<readonly Edition[]> => sql`(
    with title as (select coalesce(edition_of, id) as id from items where id = ${id})
    select coalesce(json_agg(each), '[]') from (
      select items.id, items.document ->> 'title' as title, items.run_time,
        coalesce(items.document -> 'narrators', '[]') as narrators
      from items, title where items.id = title.id or items.edition_of = title.id
      order by items.edition_of is not null, items.popularity desc, items.id
    ) each)`;
