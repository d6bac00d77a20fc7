import { sql, type Transaction } from 'kysely';
import { OUTDATED_WORDS } from '../db/migrate.ts';
import { lockCatalogue } from './publish/edits.ts';
import { searchTextOf } from './publish/title-rows.ts';
import type { CatalogueDatabase, CatalogueTables } from './tables.ts';
import { derivedColumns } from './write-catalogue.ts';

/** Listeners are served, and titles published, between two batches. */
const BATCH = 200;

/**
 * Writes the words of all titles for the search, and the texts that they are sorted by, again after a release has changed
 * them (CAT-113). If the process ends
 * before, the next one begins again.
 */
export async function renewWords(db: CatalogueDatabase, signal: AbortSignal): Promise<void> {
  const outdated = await db
    .selectFrom('provider_settings')
    .select('name')
    .where('name', '=', OUTDATED_WORDS)
    .executeTakeFirst();
  if (outdated === undefined) return;
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
  await db.deleteFrom('provider_settings').where('name', '=', OUTDATED_WORDS).execute();
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
