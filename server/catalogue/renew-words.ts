import { sql, type Transaction } from 'kysely';
import { readSetting, removeSetting } from '../db/settings.ts';
import { lockCatalogue } from './publish/edits.ts';
import { searchTextOf } from './publish/title-rows.ts';
import type { CatalogueDatabase, CatalogueTables } from './tables.ts';
import { derivedColumns } from './write-catalogue.ts';

/**
 * This setting exists while stored titles have the search words and sort texts of an earlier release. A migration of a
 * release that makes them in another way adds it.
 */
export const OUTDATED_WORDS = 'search/outdated-words';

/** Listeners are served, and titles published, between two batches. */
const BATCH = 200;

/**
 * Writes the words of all titles for the search, and the texts that they are sorted by, again after a release has changed
 * them (CAT-113). If the process ends
 * before, the next one begins again.
 */
export async function renewWords(db: CatalogueDatabase, signal: AbortSignal): Promise<void> {
  if ((await readSetting(db, OUTDATED_WORDS)) === undefined) return;
  for (const renew of [renewItems, renewTitles]) {
    for (let last: string | undefined = ''; last !== undefined;) {
      if (signal.aborted) return;
      const after: string = last;
      last = await db.transaction().execute(async (transaction) => {
        await lockCatalogue(transaction);
        return renew(transaction, after);
      });
    }
  }
  await removeSetting(db, OUTDATED_WORDS);
}

/** @returns the id of the last item of the batch */
async function renewItems(
  transaction: Transaction<CatalogueTables>,
  after: string,
): Promise<string | undefined> {
  const items = await transaction
    .selectFrom('items')
    .select(['id', 'document'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const rows = items.map(({ id, document }) => ({ id, ...derivedColumns(document) }));
  await sql`update items set words = cast(r.words as tsvector), sort_title = r.sort_title,
      sort_author = r.sort_author, language = r.language, published = r.published
    from json_to_recordset(cast(${JSON.stringify(rows)} as json))
      as r(id text, words text, sort_title text, sort_author text, language text, published text)
    where items.id = r.id`.execute(transaction);
  return rows.at(-1)?.id;
}

/** @returns the id of the last title of the batch */
async function renewTitles(
  transaction: Transaction<CatalogueTables>,
  after: string,
): Promise<string | undefined> {
  const titles = await transaction
    .selectFrom('titles')
    .select(['id', 'title', 'authors'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const rows = titles.map(({ id, title, authors }) => ({ id, search: searchTextOf(title, authors) }));
  await sql`update titles set search = r.search
    from json_to_recordset(cast(${JSON.stringify(rows)} as json)) as r(id text, search text)
    where titles.id = r.id`.execute(transaction);
  return rows.at(-1)?.id;
}
