import { sql, type Transaction } from 'kysely';
import { subjectCover, subjectId, type SubjectLetter } from '../items.ts';
import { lockCatalogue } from './lock.ts';
import { wordsOfTerm } from '../search.ts';
import type { SubjectTable } from '../subjects.ts';
import type { CatalogueDatabase, CatalogueTables } from '../tables.ts';
import type { CatalogueItem, Reference } from '../types.ts';

/** Adds the authors, categories and topics of items. `orderSubjects` sets their order. */
export async function writeSubjects(
  transaction: Transaction<CatalogueTables>,
  items: readonly CatalogueItem[],
): Promise<void> {
  for (const [table, of, list] of [
    ['authors', 'author', items.flatMap(({ author_info }) => author_info)],
    ['categories', 'category', items.flatMap(({ category_info }) => category_info)],
    ['topics', 'topic', items.flatMap(({ topic_info }) => topic_info)],
  ] as const) {
    const rows = [...new Map(list.map(({ id, name }) => [id, name]))].map(([id, name]) => ({
      id,
      name,
      img_url: subjectCover(of, id),
      position: 0,
      ...(table === 'categories' && { search_name: wordsOfTerm(name).join(' ') }),
    }));
    if (rows.length === 0) continue;
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    const isCategory = table === 'categories';
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb))
      as r(id text, name text, img_url text, position integer, search_name text)
      on conflict (id) do update set name = excluded.name${
        isCategory ? sql`, search_name = excluded.search_name` : sql``
      }`.execute(transaction);
  }
}

/**
 * Deletes the authors, categories and topics without items, and orders the others: first those that the studio has
 * ordered, then by name.
 */
export async function orderSubjects(db: CatalogueDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    for (const [table, links, key] of [
      ['authors', 'item_authors', 'author_id'],
      ['categories', 'item_categories', 'category_id'],
      ['topics', 'item_topics', 'topic_id'],
    ] as const) {
      await sql`delete from ${sql.table(table)} s where not exists
        (select from ${sql.table(links)} l where l.${sql.ref(key)} = s.id)`.execute(transaction);
      await sql`update ${sql.table(table)} s set position = o.place
        from (
          select t.id, row_number() over (order by e.place, lower(t.name), t.id) - 1 as place
          from ${sql.table(table)} t left join subject_edits e on e.subject_table = ${table} and e.id = t.id
        ) o
        where o.id = s.id and s.position <> o.place`.execute(transaction);
    }
  });
}

export const LETTERS: Readonly<Record<SubjectTable, SubjectLetter>> = {
  authors: 'a',
  categories: 'c',
  topics: 'u',
};

/** Replaces the references of an item by those that the studio has renamed. */
export type Renames = (item: CatalogueItem) => CatalogueItem;

/**
 * Reads the names that the studio gave. A renamed author has the id of before, and titles that name the author by the new
 * name belong to that id, too.
 */
export async function readRenames(db: CatalogueDatabase): Promise<Renames> {
  const rows = await db
    .selectFrom('subject_edits')
    .select(['subject_table', 'id', 'name'])
    .where('name', 'is not', null)
    .execute();
  if (rows.length === 0) return (item) => item;
  const renamed = new Map<string, Reference>();
  for (const { subject_table, id, name } of rows) {
    if (name === null) continue;
    renamed.set(`${subject_table} ${subjectId(LETTERS[subject_table], name)}`, { id, name });
  }
  // An own id counts before an id that is made of a new name.
  for (const { subject_table, id, name } of rows) {
    if (name !== null) renamed.set(`${subject_table} ${id}`, { id, name });
  }
  const replaced = (table: SubjectTable, list: readonly Reference[]): readonly Reference[] => [
    ...new Map(
      list.map((each) => renamed.get(`${table} ${each.id}`) ?? each).map((each) => [each.id, each]),
    ).values(),
  ];
  return (item) => ({
    ...item,
    author_info: replaced('authors', item.author_info),
    category_info: replaced('categories', item.category_info),
    topic_info: replaced('topics', item.topic_info),
  });
}
