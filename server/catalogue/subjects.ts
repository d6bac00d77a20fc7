import { type RawBuilder, sql } from 'kysely';
import { cut, type PageParameters } from './pages.ts';
import type { CatalogueDatabase } from './tables.ts';
import type { Subject } from './types.ts';
import type { SubjectTable } from './subject-kinds.ts';
import { wordsOfTerm } from './search.ts';

export const subjectById = (db: CatalogueDatabase, table: SubjectTable, id: string) =>
  db.selectFrom(table).select(['id', 'name', 'img_url']).where('id', '=', id);

export function findSubject(
  db: CatalogueDatabase,
  table: SubjectTable,
  id: string,
): Promise<Subject | undefined> {
  return subjectById(db, table, id).executeTakeFirst();
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

/** The id of a category by its name, as an expression of a statement. Names are compared as a search compares words. */
export const categoryNamed = (name: string): RawBuilder<string | null> =>
  sql`(select id from categories where search_name = ${wordsOfTerm(name).join(' ')} limit 1)`;
