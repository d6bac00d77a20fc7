import { cut, type PageParameters } from './items.ts';
import type { CatalogueDatabase } from './tables.ts';
import type { Subject } from './types.ts';
import type { SubjectTable } from './subject-kinds.ts';

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
