import { sql } from 'kysely';
import { editedTitles } from '../catalogue/publish/publish.ts';
import { lockCatalogue } from '../catalogue/publish/lock.ts';
import { writeTitleRows } from '../catalogue/publish/title-rows.ts';
import type { StudioDatabase } from './context.ts';
import { sourcedTitles } from './sourced-titles.ts';

const BATCH = 500;

/** Adds the rows of titles that were imported before the studio had its table. */
export async function fillTitles(db: StudioDatabase): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id from (
      select id from library_titles union all select id from feeds union all select id from feed_episodes
    ) s where not exists (select from titles t where t.id = s.id)
  `.execute(db);
  for (let at = 0; at < rows.length; at += BATCH) {
    const ids = rows.slice(at, at + BATCH).map(({ id }) => id);
    await db.transaction().execute(async (transaction) => {
      await lockCatalogue(transaction);
      const own: StudioDatabase = transaction;
      await writeTitleRows(transaction, await editedTitles(own, await sourcedTitles(own, ids)));
    });
  }
  if (rows.length > BATCH) await sql`analyze titles`.execute(db);
}
