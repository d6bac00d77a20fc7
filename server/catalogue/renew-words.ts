import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { endLease, readSetting, takeLease, writeSetting } from '../db/settings.ts';
import { lockCatalogue } from './publish/edits.ts';
import { orderSubjects } from './publish/subjects.ts';
import { derivedTitleColumns } from './publish/title-rows.ts';
import { wordsOfTerm } from './search.ts';
import { SUBJECT_TABLES } from './subject-kinds.ts';
import type { CatalogueDatabase, CatalogueTables } from './tables.ts';
import { derivedColumns, WORDS_VERSION } from './write-catalogue.ts';

const SETTING = 'catalogue/words';
const LEASE = 'catalogue/words-lease';
/** Publishing waits for so many titles at most. */
const AT_ONCE = 100;
const LEASE_MS = 60_000;

/**
 * Makes the words of the search and the texts that sort again, once for each version of their rules (CAT-334). Until
 * a title is done, it is found by its old words. If several processes start, one of them does the work.
 *
 * @param signal ends the work between two steps. Then the next call does all of it again.
 */
export async function renewWords(db: CatalogueDatabase, signal: AbortSignal): Promise<void> {
  // A newer release may have been there before.
  if (Number((await readSetting(db, SETTING)) ?? 0) >= WORDS_VERSION) return;
  if (await isEmpty(db)) {
    await writeSetting(db, SETTING, String(WORDS_VERSION));
    return;
  }
  const owner = randomUUID();
  const mayGoOn = async (): Promise<boolean> =>
    !signal.aborted && takeLease(db, LEASE, { owner, milliseconds: LEASE_MS });
  try {
    if (!(await mayGoOn())) return;
    await renewSubjects(db);
    for (const step of [renewItems, renewTitles]) {
      for (let after: string | null = ''; after !== null; after = await renewedBy(db, step, after)) {
        if (!(await mayGoOn())) return;
      }
    }
    await writeSetting(db, SETTING, String(WORDS_VERSION));
  } finally {
    await endLease(db, LEASE, owner);
  }
}

async function isEmpty(db: CatalogueDatabase): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from items) and not exists (select from titles) as "isEmpty"`.execute(db);
  return rows[0]?.isEmpty === true;
}

/** Handles the next rows after an id. @returns the last id that it handled; null if no row is left */
type Step = (transaction: Transaction<CatalogueTables>, after: string) => Promise<string | null>;

const renewedBy = (db: CatalogueDatabase, step: Step, after: string): Promise<string | null> =>
  db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    return step(transaction, after);
  });

const renewItems: Step = async (transaction, after) => {
  const rows = await transaction
    .selectFrom('items')
    .leftJoin('items as parent', 'parent.id', 'items.parent_id')
    .select(['items.id', 'items.document', 'parent.language as parent_language'])
    .where('items.id', '>', after)
    .orderBy('items.id')
    .limit(AT_ONCE)
    .execute();
  const renewed = rows.map(({ id, document, parent_language }) => {
    const { words, sort_title, sort_author } = derivedColumns(document, parent_language);
    return { id, words, sort_title, sort_author };
  });
  await sql`update items set words = r.words, sort_title = r.sort_title, sort_author = r.sort_author
    from json_to_recordset(cast(${JSON.stringify(renewed)} as json))
      as r(id text, words tsvector, sort_title text, sort_author text)
    where r.id = items.id`.execute(transaction);
  return lastOf(rows);
};

const renewTitles: Step = async (transaction, after) => {
  const rows = await transaction
    .selectFrom('titles')
    .select(['id', 'title', 'authors'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  const renewed = rows.map(({ id, title, authors }) => ({ id, ...derivedTitleColumns(title, authors) }));
  await sql`update titles set sort_title = r.sort_title, sort_author = r.sort_author, search = r.search
    from json_to_recordset(cast(${JSON.stringify(renewed)} as json))
      as r(id text, sort_title text, sort_author text, search text)
    where r.id = titles.id`.execute(transaction);
  return lastOf(rows);
};

const lastOf = (rows: readonly { readonly id: string }[]): string | null =>
  rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null);

async function renewSubjects(db: CatalogueDatabase): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    const categories = await transaction.selectFrom('categories').select(['id', 'name']).execute();
    const renewed = categories.map(({ id, name }) => ({ id, search_name: wordsOfTerm(name).join(' ') }));
    await sql`update categories set search_name = r.search_name
      from json_to_recordset(cast(${JSON.stringify(renewed)} as json)) as r(id text, search_name text)
      where r.id = categories.id`.execute(transaction);
    for (const table of SUBJECT_TABLES) await transaction.updateTable(table).set({ sort_name: '' }).execute();
  });
  await orderSubjects(db);
}
