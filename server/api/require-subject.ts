import { findSubject } from '../catalogue/subjects.ts';
import { SUBJECTS, type SubjectTable } from '../catalogue/subject-kinds.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import type { Subject } from '../catalogue/types.ts';
import { notFound } from '../http/validation.ts';

/** @throws {ApiError} 404 for an unknown id */
export async function requireSubject(
  db: CatalogueDatabase,
  table: SubjectTable,
  id: string,
): Promise<Subject> {
  const found = await findSubject(db, table, id);
  if (found === undefined) throw notFound(SUBJECTS[table].kind);
  return found;
}
