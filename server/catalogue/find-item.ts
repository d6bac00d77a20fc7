import { type RawBuilder, sql } from 'kysely';
import type { CatalogueDatabase, ItemDocument } from './tables.ts';
import type { ContentType } from './types.ts';

/** The type of an item; undefined if no item has this id. */
export async function findContentType(db: CatalogueDatabase, id: string): Promise<ContentType | undefined> {
  const item = await db.selectFrom('items').select('content_type').where('id', '=', id).executeTakeFirst();
  return item?.content_type;
}

/** The same as an expression of a statement; null if no item has this id. */
export const contentTypeOf = (id: string): RawBuilder<ContentType | null> =>
  sql`(select content_type from items where id = ${id})`;

/** The document of an item; undefined if no item has this id. */
export async function findDocument(db: CatalogueDatabase, id: string): Promise<ItemDocument | undefined> {
  const item = await db.selectFrom('items').select('document').where('id', '=', id).executeTakeFirst();
  return item?.document;
}
