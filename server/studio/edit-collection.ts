import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { InferOutput } from 'valibot';
import {
  countCollections,
  insertCollection,
  orderedCollectionIds,
  removeCollection,
  replaceMembers,
  writeCollectionOrder,
} from '../catalogue/publish/collection-rows.ts';
import { lockCatalogue, removeEdit } from '../catalogue/publish/edits.ts';
import { publishCollections, removeTitles } from '../catalogue/publish/publish.ts';
import { orderSubjects } from '../catalogue/publish/subjects.ts';
import { notFound } from '../http/validation.ts';
import { type Order, requireSameOrder, type StudioDatabase, refusedField } from './context.ts';
import type { newCollection } from 'audio-streaming-wire/titles';
import { beginEdit, type Editing, finishEdit, type Writing } from './edit-title.ts';

/**
 * Makes a collection.
 *
 * @param now epoch milliseconds
 * @returns its id
 * @throws {ApiError} 422 for a member that a collection cannot have
 */
export async function addCollection(
  db: StudioDatabase,
  { title, description, members }: InferOutput<typeof newCollection>,
  now: number,
): Promise<string> {
  const id = `l${randomBytes(10).toString('hex')}`;
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    await requireMembers(transaction, members);
    await insertCollection(transaction, { id, title, description, added_at: now });
    await replaceMembers(transaction, id, members);
    await publishCollections(transaction, [id]);
  });
  await orderSubjects(db);
  return id;
}

/**
 * Sets the members of a collection, in their order.
 *
 * @throws {ApiError} 404 for an unknown collection, 412 if it is no longer of this version, 422 for a member that a
 *   collection cannot have
 */
export async function setMembers(
  db: StudioDatabase,
  editing: Editing,
  members: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await requireCollections(transaction, [editing.id]);
    const { title, edit } = await beginEdit(transaction, editing);
    await requireMembers(transaction, members);
    await replaceMembers(transaction, editing.id, members);
    await finishEdit(transaction, editing, title, edit);
  });
  await orderSubjects(db);
}

/**
 * Puts collections first, in this order. All others follow by popularity.
 *
 * @throws {ApiError} 404 for an unknown collection, 412 if somebody else has changed the order that the editor saw
 */
export async function orderCollections(db: StudioDatabase, { ids, seen }: Order): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    await requireCollections(transaction, ids);
    requireSameOrder(seen, await orderedCollectionIds(transaction));
    await writeCollectionOrder(transaction, ids);
  });
}

/** @throws {ApiError} 404 for an unknown collection */
export async function deleteCollection(db: StudioDatabase, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    await requireCollections(transaction, [id]);
    await removeCollection(transaction, id);
    await removeEdit(transaction, id);
    await removeTitles(transaction, [id]);
  });
  await orderSubjects(db);
}

async function requireCollections(transaction: Writing, ids: readonly string[]): Promise<void> {
  if ((await countCollections(transaction, ids)) < ids.length) throw notFound('collection');
}

/** @throws {ApiError} 422 for an unknown title, a podcast, or a collection */
async function requireMembers(transaction: Writing, members: readonly string[]): Promise<void> {
  const rows = await transaction
    .selectFrom('titles')
    .select(['id', 'kind', 'title'])
    .where(sql<boolean>`id = any(${[...members]})`)
    .execute();
  const wrong = rows.find(({ kind }) => kind === 'podcast' || kind === 'collection');
  if (wrong?.kind === 'podcast') {
    throw refusedField('members', `must name episodes and not the podcast ${wrong.title}`);
  }
  if (wrong !== undefined) throw refusedField('members', `must not name the collection ${wrong.title}`);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = members.find((id) => !known.has(id));
  if (unknown !== undefined) throw refusedField('members', `names ${unknown}, which does not exist`);
}
