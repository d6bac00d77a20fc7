import { cut, type PageParameters } from './pages.ts';
import type { CatalogueDatabase } from './tables.ts';
import type { Subject } from './types.ts';
import type { SubjectTable } from './subject-kinds.ts';
import { wordsOfTerm } from './search.ts';

export function findSubject(
  db: CatalogueDatabase,
  table: SubjectTable,
  id: string,
): Promise<Subject | undefined> {
  return db.selectFrom(table).select(['id', 'name', 'img_url']).where('id', '=', id).executeTakeFirst();
}

/** All subjects in the order in which they are shown. Every caller limits this query. */
export const subjects = (db: CatalogueDatabase, table: SubjectTable) =>
  db.selectFrom(table).select(['id', 'name', 'img_url']).orderBy('position').orderBy('id');

/** A page of subjects, and one row more if there is a next page. */
export function subjectsOf(
  db: CatalogueDatabase,
  table: SubjectTable,
  page: PageParameters,
): Promise<readonly Subject[]> {
  return cut(subjects(db, table), page).execute();
}

/** Names are compared as a search compares words; undefined for a name that no category has. */
export async function findCategoryNamed(db: CatalogueDatabase, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('categories')
    .select('id')
    .where('search_name', '=', wordsOfTerm(name).join(' '))
    .executeTakeFirst();
  return found?.id;
}
