import { lockCatalogue, type ItemEdit, readEdits, withEdit } from './edits.ts';
import { sql, type Transaction } from 'kysely';
import { collectionsWith } from './collection-rows.ts';
import { readCollection } from './collections.ts';
import { readRenames, writeSubjects } from './subjects.ts';
import { type ShownTitle, writeTitleRows, type SourcedTitle } from './title-rows.ts';
import type { CatalogueDatabase, CatalogueTables, TitleState } from '../tables.ts';
import type { CatalogueItem, EditedFields } from '../types.ts';
import { removeFoundTranscripts } from '../transcripts.ts';
import { writeItems } from '../write-catalogue.ts';
import { connectEditions } from '../editions.ts';

/** The edition of all items. The dates of a library do not move with the time, so it has only one edition. */
const EDITION = 0;

/**
 * Writes titles to the catalogue, with the edits of the studio applied. Nothing else writes the titles of a library, so
 * an edit counts everywhere, and a later import keeps it. Titles that are hidden or missing are not in the catalogue, and
 * neither are the parts of a hidden title. The collections that contain one of the titles are made again.
 *
 * @param titles parts come after their podcast, or alone
 */
export async function publishTitles(
  transaction: Transaction<CatalogueTables>,
  titles: readonly SourcedTitle[],
): Promise<void> {
  if (titles.length === 0) return;
  await lockCatalogue(transaction);
  await publish(transaction, titles);
  await publishCollections(
    transaction,
    await collectionsWith(
      transaction,
      titles.map(({ item }) => item.id),
    ),
  );
}

/** Takes titles out of the catalogue because their source lacks them. Their edits and the data of listeners stay. */
export async function markMissing(
  transaction: Transaction<CatalogueTables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await lockCatalogue(transaction);
  const list = [...ids];
  await transaction
    .updateTable('titles')
    .set({ state: 'missing' })
    .where(sql<boolean>`id = any(${list})`)
    .execute();
  await transaction
    .deleteFrom('items')
    .where(sql<boolean>`id = any(${list})`)
    .execute();
  await publishCollections(transaction, await collectionsWith(transaction, ids));
}

/** Removes titles and their parts for ever. Their edits stay, in case that the same titles are added again. */
export async function removeTitles(
  transaction: Transaction<CatalogueTables>,
  ids: readonly string[],
): Promise<void> {
  await lockCatalogue(transaction);
  const list = [...ids];
  const removed = await transaction
    .deleteFrom('titles')
    .where(sql<boolean>`(id = any(${list}) or parent_id = any(${list}))`)
    .returning('id')
    .execute();
  await transaction
    .deleteFrom('items')
    .where(sql<boolean>`(id = any(${list}) or parent_id = any(${list}))`)
    .execute();
  const gone = removed.map(({ id }) => id);
  await removeFoundTranscripts(transaction, gone);
  await publishCollections(transaction, await collectionsWith(transaction, gone));
}

/** Makes collections again from their members. */
export async function publishCollections(
  transaction: Transaction<CatalogueTables>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const found = await readCollection(transaction, id);
    if (found === null) continue;
    await publish(transaction, [found.title]);
    await transaction
      .deleteFrom('items')
      .where('parent_id', '=', id)
      .where(sql<boolean>`not (id = any(${found.tracks.map((track) => track.id)}))`)
      .execute();
    const shown = await transaction
      .updateTable('items')
      .set({ collection_position: found.position })
      .where('id', '=', id)
      .returning('id')
      .execute();
    if (shown.length === 0) continue;
    for (let at = 0; at < found.tracks.length; at += 500) {
      await writeItems(transaction, found.tracks.slice(at, at + 500), EDITION);
    }
  }
}

export async function editedTitles(
  db: CatalogueDatabase,
  titles: readonly SourcedTitle[],
): Promise<readonly ShownTitle[]> {
  const edits = await readEdits(
    db,
    titles.flatMap(({ item }) => (item.parent_id === null ? [item.id] : [item.id, item.parent_id])),
  );
  const rename = await readRenames(db);
  return titles.map(({ item, addedAt, isMissing }) => {
    const edited = edits.get(item.id)?.fields ?? {};
    const isHidden =
      edited.hidden === true || (item.parent_id !== null && isHiddenBy(edits.get(item.parent_id)));
    const state: TitleState = isMissing ? 'missing' : isHidden ? 'hidden' : 'published';
    return { item: rename(withEdit(item, edited)), edited, state, addedAt };
  });
}

const isHiddenBy = (edit: ItemEdit | undefined): boolean => {
  const fields: EditedFields = edit?.fields ?? {};
  return fields.hidden === true;
};

async function publish(
  transaction: Transaction<CatalogueTables>,
  titles: readonly SourcedTitle[],
): Promise<void> {
  const edited = await editedTitles(transaction, titles);
  await writeTitleRows(transaction, edited);
  const absent = edited.filter(({ state }) => state !== 'published').map(({ item }) => item.id);
  if (absent.length > 0) {
    await transaction
      .deleteFrom('items')
      .where(sql<boolean>`(id = any(${absent}) or parent_id = any(${absent}))`)
      .execute();
  }
  const shown = edited.filter(({ state }) => state === 'published').map(({ item }) => item);
  if (shown.length === 0) return;
  await writeSubjects(transaction, shown);
  const ready = new Map(titles.flatMap(({ item, words }) => (words === undefined ? [] : [[item.id, words]])));
  await writeItems(transaction, await withPopularity(transaction, shown), EDITION, ready);
  await connectEditions(
    transaction,
    shown.map(({ id }) => id),
  );
}

/** The popularity is measured while the title is in the catalogue. Writing the title again does not change it. */
async function withPopularity(
  transaction: Transaction<CatalogueTables>,
  items: readonly CatalogueItem[],
): Promise<readonly CatalogueItem[]> {
  const rows = await transaction
    .selectFrom('items')
    .select(['id', 'popularity'])
    .where(sql<boolean>`id = any(${items.map(({ id }) => id)})`)
    .execute();
  const measured = new Map(rows.map(({ id, popularity }) => [id, popularity]));
  return items.map((item) => ({ ...item, popularity: measured.get(item.id) ?? item.popularity }));
}
