import { findSubject, type Subject, type SubjectTable } from '../catalogue/subjects.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import { notFound } from '../http/errors.ts';

const SINGULAR: Readonly<Record<SubjectTable, string>> = {
  authors: 'author',
  categories: 'category',
  topics: 'topic',
};

/** @throws {ApiError} 404 for an unknown id */
export async function requireSubject(
  db: CatalogueDatabase,
  table: SubjectTable,
  id: string,
): Promise<Subject> {
  const found = await findSubject(db, table, id);
  if (found === undefined) throw notFound(SINGULAR[table]);
  return found;
}
