import type { Database } from './tables.ts';

/** Reads all counted royalties and stored positions, by the email address of the listener. Used by tests. */
export async function readReports(db: Database) {
  const royalties = await db
    .selectFrom('royalty_reports')
    .innerJoin('listeners', 'listeners.sub', 'royalty_reports.sub')
    .select(['email', 'content_id', 'duration', 'reported_at'])
    .orderBy('royalty_reports.id')
    .execute();
  const positions = await db
    .selectFrom('playback_positions')
    .innerJoin('listeners', 'listeners.sub', 'playback_positions.sub')
    .select(['email', 'item_id', 'chapter_index', 'chapter_position', 'last_position', 'updated_at'])
    .orderBy('playback_positions.item_id')
    .execute();
  return { royalties, positions };
}
