import { sql, type Transaction } from 'kysely';
import type { CatalogueDatabase, CatalogueTables, ItemDocument } from '../tables.ts';

/*
 * What the studio reads and writes in `collections` and `collection_members`.
 */

type Writing = Transaction<CatalogueTables>;

export async function insertCollection(
  transaction: Writing,
  row: Omit<CatalogueTables['collections'], 'position'>,
): Promise<void> {
  await transaction
    .insertInto('collections')
    .values({ ...row, position: null })
    .execute();
}

/** Sets the members of a collection, in their order. */
export async function replaceMembers(
  transaction: Writing,
  id: string,
  members: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('collection_members').where('collection_id', '=', id).execute();
  if (members.length === 0) return;
  await transaction
    .insertInto('collection_members')
    .values(members.map((member_id, position) => ({ collection_id: id, member_id, position })))
    .execute();
}

/** The members of a collection in their order, also those that are hidden or missing. */
export const membersOf = (db: CatalogueDatabase, collectionId: string) =>
  db
    .selectFrom('collection_members')
    .innerJoin('titles', 'titles.id', 'collection_members.member_id')
    .select(['titles.id', 'titles.title', 'titles.run_time', 'titles.content_type'])
    .where('collection_members.collection_id', '=', collectionId)
    .orderBy('collection_members.position')
    .orderBy(sql`titles.id`)
    .execute();

/** The documents of the members that are in the catalogue: those that are hidden or missing are left out. */
export async function publishedMembers(
  db: CatalogueDatabase,
  collectionId: string,
): Promise<readonly ItemDocument[]> {
  const members = await db
    .selectFrom('collection_members')
    .innerJoin('items', 'items.id', 'collection_members.member_id')
    .select('items.document')
    .where('collection_members.collection_id', '=', collectionId)
    .orderBy('collection_members.position')
    .execute();
  return members.map(({ document }) => document);
}

export const findCollection = (db: CatalogueDatabase, id: string) =>
  db.selectFrom('collections').selectAll().where('id', '=', id).executeTakeFirst();

/** The collections that contain one of the titles. */
export async function collectionsWith(
  db: CatalogueDatabase,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('collection_members')
    .select('collection_id')
    .distinct()
    .where(sql<boolean>`member_id = any(${[...memberIds]})`)
    .execute();
  return rows.map(({ collection_id }) => collection_id);
}

/** All collections, in the order of home. Those that home does not show are listed, too (STU-19). */
export const listCollections = (db: CatalogueDatabase) =>
  db
    .selectFrom('collections')
    .innerJoin('titles', 'titles.id', 'collections.id')
    .leftJoin('items', 'items.id', 'collections.id')
    .select(['titles.id', 'titles.title'])
    .orderBy('collections.position')
    .orderBy(sql`items.popularity desc nulls last`)
    .orderBy('titles.id')
    .execute();

/** How many of these ids are collections. */
export async function countCollections(transaction: Writing, ids: readonly string[]): Promise<number> {
  const rows = await transaction
    .selectFrom('collections')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute();
  return rows.length;
}

/** The collections that the studio has ordered, in this order. */
export const orderedCollectionIds = (transaction: Writing) =>
  transaction
    .selectFrom('collections')
    .select('id')
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();

/** Gives collections an order. They come before all others, in the lists and on home. */
export async function writeCollectionOrder(transaction: Writing, ids: readonly string[]): Promise<void> {
  const position = sql`array_position(${[...ids]}::text[], id)`;
  await sql`update collections set position = ${position}`.execute(transaction);
  await sql`update items set collection_position = ${position} where parent_id is null and content_type = 5`.execute(
    transaction,
  );
}

export async function removeCollection(transaction: Writing, id: string): Promise<void> {
  await transaction.deleteFrom('collections').where('id', '=', id).execute();
  await transaction.deleteFrom('collection_members').where('collection_id', '=', id).execute();
}
