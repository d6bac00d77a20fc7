import { sql } from 'kysely';
import type { LibraryDatabase } from './tables.ts';

const WEEKS_MS = 28 * 24 * 3600 * 1000;

/**
 * Sets the popularity of all titles: the milliseconds that listeners heard in the last four weeks. The date of a
 * title is added as a tiny part. So the titles that nobody has heard are ordered by date.
 *
 * @param now epoch milliseconds
 */
export async function refreshPopularity(db: LibraryDatabase, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      with heard as (
        select content_id, sum(duration) as duration from royalty_reports
        where reported_at > ${now - WEEKS_MS} group by content_id
      ),
      ranked as (
        select items.id, coalesce(heard.duration, 0) + items.released_at / 1e14 as popularity
        from items left join heard on heard.content_id = items.id
      )
      update items set popularity = ranked.popularity from ranked
      where ranked.id = items.id and items.popularity <> ranked.popularity
    `.execute(transaction);
    for (const links of ['item_authors', 'item_categories', 'item_topics', 'item_category_topics']) {
      await sql`update ${sql.table(links)} l set popularity = items.popularity from items
        where items.id = l.item_id and l.popularity <> items.popularity`.execute(transaction);
    }
  });
}
