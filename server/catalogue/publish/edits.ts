import { sql } from 'kysely';
import { references } from '../items.ts';
import type { CatalogueDatabase } from '../tables.ts';
import type { CatalogueItem, IsoInstant } from '../types.ts';

/** The fields of a title that the studio can edit. Instants are ISO 8601 in UTC, prices US dollars. */
export interface EditableFields {
  readonly title: string;
  readonly description: string;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  readonly valid_from: IsoInstant | null;
  readonly valid_till: IsoInstant | null;
  readonly listen_free_start: IsoInstant | null;
  readonly listen_free_end: IsoInstant | null;
  readonly has_listen_free_content: boolean;
  readonly discount_price: number | null;
  readonly discount_start: IsoInstant | null;
  readonly discount_end: IsoInstant | null;
  readonly pdf_url: string | null;
  readonly hidden: boolean;
}

/** The edited fields of one title. Fields that are absent are as the source says. */
export type EditedFields = Partial<EditableFields>;

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

/** Reads the edits of some titles, by id. */
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

/** The editable fields of an item. */
export const editableFields = (item: CatalogueItem): EditableFields => ({
  title: item.title,
  description: item.description,
  authors: item.author_info.map(({ name }) => name),
  categories: item.category_info.map(({ name }) => name),
  topics: item.topic_info.map(({ name }) => name),
  valid_from: item.valid_from,
  valid_till: item.valid_till,
  listen_free_start: item.listen_free_start,
  listen_free_end: item.listen_free_end,
  has_listen_free_content: item.has_listen_free_content,
  discount_price: item.discount_price,
  discount_start: item.discount_start,
  discount_end: item.discount_end,
  pdf_url: item.pdf_url,
  hidden: false,
});

/** An item with the edited fields in place of those of its source. */
export function withEdit(item: CatalogueItem, edited: EditedFields): CatalogueItem {
  const { authors, categories, topics, hidden: _, ...fields } = edited;
  return {
    ...item,
    ...fields,
    ...(authors && { author_info: references('a', authors) }),
    ...(categories && { category_info: references('c', categories) }),
    ...(topics && { topic_info: references('u', topics) }),
  };
}
