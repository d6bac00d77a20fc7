import { sql, type Transaction } from 'kysely';
import { orderOf, renamedSubjects } from './subject-edits.ts';
import { lockCatalogue } from './edits.ts';
import { wordsOfTerm } from '../search.ts';
import { nameKey, titleKey } from '../sort-keys.ts';
import type { CatalogueDatabase, CatalogueTables } from '../tables.ts';
import type { CatalogueItem, Reference } from '../types.ts';
import { SUBJECT_TABLES, SUBJECTS, type SubjectTable, subjectCover } from '../subject-kinds.ts';
import { seriesOf, subjectId } from '../ids.ts';

/** Adds the subjects of items. `orderSubjects` sets their order. */
export async function writeSubjects(
  transaction: Transaction<CatalogueTables>,
  items: readonly CatalogueItem[],
): Promise<void> {
  for (const table of SUBJECT_TABLES) {
    const { kind, of } = SUBJECTS[table];
    const list: readonly Reference[] = items.flatMap(of);
    const rows = [...new Map(list.map(({ id, name }) => [id, name]))].map(([id, name]) => ({
      id,
      name,
      img_url: subjectCover(kind, id),
      position: 0,
      ...(table === 'categories' && { search_name: wordsOfTerm(name).join(' ') }),
    }));
    if (rows.length === 0) continue;
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    const isCategory = table === 'categories';
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb))
      as r(id text, name text, img_url text, position integer, search_name text)
      on conflict (id) do update set name = excluded.name,
        sort_name = case when ${sql.ref(`${table}.name`)} = excluded.name then ${sql.ref(`${table}.sort_name`)} else '' end${
          isCategory ? sql`, search_name = excluded.search_name` : sql``
        }`.execute(transaction);
  }
}

/**
 * Deletes the subjects without items, and orders the others: first those that the studio has ordered, then by name, with
 * the numbers in it by value, and a letter with an accent beside the one without (CAT-266).
 */
export async function orderSubjects(db: CatalogueDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    for (const table of SUBJECT_TABLES) {
      const { links, key } = SUBJECTS[table];
      await sql`delete from ${sql.table(table)} s where not exists
        (select from ${sql.table(links)} l where l.${sql.ref(key)} = s.id)`.execute(transaction);
      await nameForSorting(transaction, table);
      await sql`update ${sql.table(table)} s set position = o.position
        from (
          select t.id, row_number() over (order by e.position, t.sort_name, lower(t.name), t.id) - 1 as position
          from ${sql.table(table)} t left join (${orderOf(table)}) e on e.id = t.id
        ) o
        where o.id = s.id and s.position <> o.position`.execute(transaction);
    }
  });
}

/** Number of names in a statement. */
const NAMES_AT_ONCE = 1000;

/** Sets the texts by which new and renamed subjects are sorted. */
async function nameForSorting(transaction: Transaction<CatalogueTables>, table: SubjectTable): Promise<void> {
  for (;;) {
    const rows = await transaction
      .selectFrom(table)
      .select(['id', 'name'])
      .where('sort_name', '=', '')
      .limit(NAMES_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const named = rows.map(({ id, name }) => ({
      id,
      // A series is sorted as a title is.
      sort_name: table === 'series' ? titleKey(name) : nameKey(name),
    }));
    await sql`update ${sql.table(table)} s set sort_name = r.sort_name
      from jsonb_to_recordset(cast(${JSON.stringify(named)} as jsonb)) as r(id text, sort_name text)
      where r.id = s.id`.execute(transaction);
  }
}

/** Gives a subject another name. `orderSubjects` sets its position. */
export async function nameSubject(
  transaction: Transaction<CatalogueTables>,
  table: SubjectTable,
  id: string,
  name: string,
): Promise<void> {
  await transaction.updateTable(table).set({ name, sort_name: '' }).where('id', '=', id).execute();
  if (table !== 'categories') return;
  const search_name = wordsOfTerm(name).join(' ');
  await transaction.updateTable('categories').set({ search_name }).where('id', '=', id).execute();
}

/** The letters of the ids that are made of names alone. */
export const LETTERS = { authors: 'a', categories: 'c', topics: 'u', narrators: 'n' } as const;

/** Replaces the references of an item by those that the studio has renamed. */
export type Renames = (item: CatalogueItem) => CatalogueItem;

/**
 * Reads the names that the studio gave. A renamed author has the id of before, and titles that name the author by the new
 * name belong to that id, too. A series or a narrator that was merged has the id and the name of the other one (STU-39).
 */
export async function readRenames(db: CatalogueDatabase): Promise<Renames> {
  const rows = await renamedSubjects(db);
  const renamed = new Map<string, Reference>();
  for (const { subject_table, id, name } of rows) {
    if (name === null || subject_table === 'series') continue;
    renamed.set(`${subject_table} ${subjectId(LETTERS[subject_table], name)}`, { id, name });
  }
  // An own id counts before an id that is made of a new name.
  for (const { subject_table, id, name } of rows) {
    if (name !== null) renamed.set(`${subject_table} ${id}`, { id, name });
  }
  for (const { subject_table, id, merged_into } of rows) {
    const other = renamed.get(`${subject_table} ${merged_into ?? ''}`);
    if (other !== undefined) renamed.set(`${subject_table} ${id}`, other);
  }
  const replaced = <Each extends Reference>(table: SubjectTable, list: readonly Each[]): readonly Each[] => [
    ...new Map(
      list.map((each) => ({ ...each, ...renamed.get(`${table} ${each.id}`) })).map((each) => [each.id, each]),
    ).values(),
  ];
  return (item) => {
    const author_info = replaced('authors', item.author_info);
    return {
      ...item,
      author_info,
      category_info: replaced('categories', item.category_info),
      topic_info: replaced('topics', item.topic_info),
      // The author is a part of the id of a series, and may have been edited.
      ...(item.series && { series: replaced('series', seriesOf(item.series, author_info)) }),
      ...(item.narrators && { narrators: replaced('narrators', item.narrators) }),
    };
  };
}
