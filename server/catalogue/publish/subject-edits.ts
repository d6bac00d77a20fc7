import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SubjectTable } from '../subject-kinds.ts';
import type { CatalogueDatabase, CatalogueTables } from '../tables.ts';

/*
 * The names and the order that the studio gave to subjects, and which were merged: what the studio writes in
 * `subject_edits`.
 */

type Change = Partial<Pick<CatalogueTables['subject_edits'], 'name' | 'is_applied'>> & {
  readonly merged_into?: string | null;
};

/**
 * Stores an edit of a subject.
 *
 * @param first what a new row has besides the change
 */
export async function saveSubjectEdit(
  transaction: Transaction<CatalogueTables>,
  subject: { readonly table: SubjectTable; readonly id: string },
  change: Change,
  first: { readonly is_applied: boolean },
): Promise<void> {
  await transaction
    .insertInto('subject_edits')
    .values({ subject_table: subject.table, id: subject.id, position: null, name: null, ...first, ...change })
    .onConflict((conflict) => conflict.columns(['subject_table', 'id']).doUpdateSet(change))
    .execute();
}

/** What was merged into one subject is then merged into another one. */
export async function followMerge(
  transaction: Transaction<CatalogueTables>,
  table: SubjectTable,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await transaction
    .updateTable('subject_edits')
    .set({ merged_into: into })
    .where('subject_table', '=', table)
    .where('merged_into', '=', from)
    .execute();
}

/** The subjects that got another name, or were merged. */
export const renamedSubjects = (db: CatalogueDatabase) =>
  db
    .selectFrom('subject_edits')
    .select(['subject_table', 'id', 'name', 'merged_into'])
    .where((where) => where.or([where('name', 'is not', null), where('merged_into', 'is not', null)]))
    .execute();

/** The edits that some titles do not have yet. */
export const openSubjectEdits = (db: CatalogueDatabase) =>
  db
    .selectFrom('subject_edits')
    .select(['subject_table', 'id', 'name'])
    .where('is_applied', '=', false)
    .execute();

/** Another rename meanwhile is applied by its own call. */
export async function markApplied(
  db: CatalogueDatabase,
  { subject_table, id, name }: Pick<CatalogueTables['subject_edits'], 'subject_table' | 'id' | 'name'>,
): Promise<void> {
  await db
    .updateTable('subject_edits')
    .set({ is_applied: true })
    .where('subject_table', '=', subject_table)
    .where('id', '=', id)
    .where(sql<boolean>`name is not distinct from ${name}`)
    .execute();
}

/** The subjects that the studio has ordered, and the position of each. */
export const orderOf = (table: SubjectTable): RawBuilder<unknown> =>
  sql`select id, position from subject_edits where subject_table = ${table}`;

/** The subjects that the studio has ordered, in this order. */
export const orderedSubjectIds = (transaction: Transaction<CatalogueTables>, table: SubjectTable) =>
  transaction
    .selectFrom('subject_edits')
    .select('id')
    .where('subject_table', '=', table)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();

/** Replaces the order that the studio gave. */
export async function orderSubjectEdits(
  transaction: Transaction<CatalogueTables>,
  table: SubjectTable,
  ids: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('subject_edits')
    .set({ position: null })
    .where('subject_table', '=', table)
    .execute();
  if (ids.length === 0) return;
  await transaction
    .insertInto('subject_edits')
    .values(ids.map((id, position) => ({ subject_table: table, id, name: null, position, is_applied: true })))
    .onConflict((conflict) =>
      conflict
        .columns(['subject_table', 'id'])
        .doUpdateSet((set) => ({ position: set.ref('excluded.position') })),
    )
    .execute();
}
