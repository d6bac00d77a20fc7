import { subjectId, type SubjectLetter } from '../references.ts';
import type { SubjectTable } from '../subjects.ts';
import type { CatalogueDatabase } from '../tables.ts';
import type { CatalogueItem, Reference } from '../types.ts';

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
