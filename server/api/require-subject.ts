import { sql } from 'kysely';
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

/**
 * Checks several subjects in one statement.
 *
 * @throws {ApiError} 404 for the first unknown id
 */
export async function requireSubjects(
  db: CatalogueDatabase,
  wanted: readonly (readonly [table: SubjectTable, id: string])[],
): Promise<void> {
  const { rows } = await sql<{ unknown: SubjectTable | null }>`select coalesce(${sql.join(
    wanted.map(
      ([table, id]) =>
        sql`(select ${table}::text where not exists (select from ${sql.table(table)} where id = ${id}))`,
    ),
  )}) as unknown`.execute(db);
  const unknown = rows[0]?.unknown ?? null;
  if (unknown !== null) throw notFound(SUBJECTS[unknown].kind);
}
