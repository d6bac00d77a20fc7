import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { FIELD_NAMES } from 'audio-streaming-wire/titles';
import type { CatalogueDatabase, CatalogueTables } from '../tables.ts';
import type { CatalogueItem, EditableFields, EditedFields } from '../types.ts';
import { lockUntilEnd } from '../../db/exclusive.ts';
import { references, seriesOf } from '../ids.ts';

export interface ItemEdit {
  readonly fields: EditedFields;
  /** Counts the edits of the title. 0 before the first edit. */
  readonly version: number;
  /** Epoch milliseconds; null before the first edit. */
  readonly editedAt: number | null;
  /** The id of the member's account. Null if it was deleted. */
  readonly editedBy: string | null;
}

export const UNEDITED: ItemEdit = { fields: {}, version: 0, editedAt: null, editedBy: null };

export async function readEdits(
  db: CatalogueDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemEdit>> {
  const rows = await db
    .selectFrom('item_edits')
    .selectAll()
    .where(sql<boolean>`item_id = any(${[...new Set(ids)]})`)
    .execute();
  return new Map(
    rows.map(({ item_id, fields, version, edited_at, edited_by }) => [
      item_id,
      { fields, version, editedAt: edited_at, editedBy: edited_by },
    ]),
  );
}

export async function saveEdit(db: CatalogueDatabase, itemId: string, edit: ItemEdit): Promise<void> {
  const row = {
    fields: JSON.stringify(edit.fields),
    version: edit.version,
    edited_at: edit.editedAt,
    edited_by: edit.editedBy,
  };
  await db
    .insertInto('item_edits')
    .values({ item_id: itemId, ...row })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute();
}

export async function removeEdit(transaction: Transaction<CatalogueTables>, itemId: string): Promise<void> {
  await transaction.deleteFrom('item_edits').where('item_id', '=', itemId).execute();
}

/** The edits of a member whose account is deleted stay, without the member. */
export async function forgetEditor(db: QueryExecutorProvider, sub: string): Promise<void> {
  await sql`update item_edits set edited_by = null where edited_by = ${sub}`.execute(db);
}

export function editableFields(item: CatalogueItem): EditableFields {
  const fields = {
    ...item,
    authors: item.author_info.map(({ name }) => name),
    categories: item.category_info.map(({ name }) => name),
    topics: item.topic_info.map(({ name }) => name),
    series: (item.series ?? []).map(({ name, sequence = '' }) => ({ name, sequence })),
    narrators: (item.narrators ?? []).map(({ name }) => name),
    hidden: false,
  };
  return pick(fields, [...FIELD_NAMES, 'pdf_url']);
}

function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name>;
function pick(whole: object, names: readonly PropertyKey[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(whole, name)]));
}

/** An item with the edited fields instead of those of its source. */
export function withEdit(item: CatalogueItem, edited: EditedFields): CatalogueItem {
  const { authors, categories, topics, series, narrators, hidden: _, edition_of: _1, ...fields } = edited;
  const author_info = authors === undefined ? item.author_info : references('a', authors);
  return {
    ...item,
    ...fields,
    author_info,
    ...(categories && { category_info: references('c', categories) }),
    ...(topics && { topic_info: references('u', topics) }),
    ...(series && {
      series: seriesOf(
        series.map(({ name, sequence }) => ({ name, sequence: sequence === '' ? undefined : sequence })),
        author_info,
      ),
    }),
    ...(narrators && { narrators: references('n', narrators) }),
  };
}

/**
 * Lets one transaction at a time publish. Otherwise an import could read the edits of a title, wait, and then write the
 * title without an edit that was made meanwhile.
 */
export async function lockCatalogue(transaction: Transaction<CatalogueTables>): Promise<void> {
  await lockUntilEnd(transaction, 'publishing');
}
