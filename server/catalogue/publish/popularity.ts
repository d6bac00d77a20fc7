import { type RawBuilder, sql } from 'kysely';
import { SUBJECTS, SUBJECT_TABLES } from '../subject-kinds.ts';
import type { CatalogueDatabase } from '../tables.ts';

/** How long each item was heard, in milliseconds. */
export type Heard = RawBuilder<{ readonly content_id: string; readonly duration: number }>;

/**
 * Sets the popularity of all titles: how long they were heard. The date of a title is added as a tiny part. So the titles that nobody
 * has heard are ordered by date.
 */
export async function writePopularity(db: CatalogueDatabase, heard: Heard): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      with heard as (${heard}),
      ranked as (
        select items.id, coalesce(heard.duration, 0) + items.released_at / 1e14 as popularity
        from items left join heard on heard.content_id = items.id
      )
      update items set popularity = ranked.popularity from ranked
      where ranked.id = items.id and items.popularity <> ranked.popularity
    `.execute(transaction);
    for (const links of [...SUBJECT_TABLES.map((table) => SUBJECTS[table].links), 'item_category_topics']) {
      await sql`update ${sql.table(links)} l set popularity = items.popularity from items
        where items.id = l.item_id and l.popularity <> items.popularity`.execute(transaction);
    }
  });
}
