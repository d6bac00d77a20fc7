import { sql } from 'kysely';
import type { Chapter } from '../catalogue/types.ts';
import type { Database } from './tables.ts';
import { parseMediaPath } from '../media/path.ts';
import { FASTEST_SPEED } from './positions.ts';

/** One item of a royalty report: whole milliseconds of content. */
export interface RoyaltyReport {
  readonly content_id: string;
  readonly duration: number;
}

/** The app counts by the second, and the clocks of two machines differ. */
const GRACE_MS = 5_000;

/**
 * Stores when a listener first got the address of a sound. The listener can have heard it only after that.
 *
 * @param now epoch milliseconds
 */
export async function saveOpened(db: Database, sub: string, sound: string, now: number): Promise<void> {
  await db
    .insertInto('opened_sounds')
    .values({ sub, sound_id: sound, opened_at: now, royalties: 0 })
    .onConflict((conflict) => conflict.columns(['sub', 'sound_id']).doNothing())
    .execute();
}

/**
 * Counts royalties, but no more than the listener can have heard (PROG-56). For one title, this is the time since the
 * listener first got its address, at the highest speed. For all titles together, it is the time since the first
 * address. A report that is days late counts in full. A title that was never opened is ignored (PROG-57): an error would
 * hold back the other titles of the report.
 *
 * @param now epoch milliseconds
 */
export async function addRoyalties(
  db: Database,
  sub: string,
  reports: readonly RoyaltyReport[],
  now: number,
): Promise<void> {
  const sounds = await soundsOf(
    db,
    reports.map(({ content_id }) => content_id),
  );
  await db.transaction().execute(async (transaction) => {
    // The rows are locked in one order: reports that run at once neither count time twice nor deadlock.
    const opened = await transaction
      .selectFrom('opened_sounds')
      .select(['sound_id', 'opened_at', 'royalties'])
      .where('sub', '=', sub)
      .orderBy('sound_id')
      .forUpdate()
      .execute();
    const left = new Map(
      opened.map(({ sound_id, opened_at, royalties }) => [sound_id, mostSince(opened_at, now) - royalties]),
    );
    const first = Math.min(...opened.map(({ opened_at }) => opened_at));
    let leftOfAll = mostSince(first, now) - opened.reduce((sum, { royalties }) => sum + royalties, 0);
    const added = new Map<string, number>();
    const counted = reports.flatMap(({ content_id, duration }) => {
      const sound = sounds.get(content_id) ?? '';
      const part = Math.floor(Math.min(duration, left.get(sound) ?? 0, leftOfAll));
      if (part <= 0) return [];
      left.set(sound, (left.get(sound) ?? 0) - part);
      leftOfAll -= part;
      added.set(sound, (added.get(sound) ?? 0) + part);
      return { sub, content_id, duration: part, reported_at: now };
    });
    if (counted.length === 0) return;
    for (const [sound, more] of added) {
      await transaction
        .updateTable('opened_sounds')
        .set((set) => ({ royalties: set('royalties', '+', more) }))
        .where('sub', '=', sub)
        .where('sound_id', '=', sound)
        .execute();
    }
    await transaction.insertInto('royalty_reports').values(counted).execute();
  });
}

/** The milliseconds of content that fit into a span of time; 0 if the clock was set back. */
function mostSince(start: number, now: number): number {
  return now < start ? 0 : (now - start + GRACE_MS) * FASTEST_SPEED;
}

/** The sound of each title. A track of a collection uses the sound of another title. */
async function soundsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; url: string | null; chapters: readonly Chapter[] }>`
    select id, document ->> 'url' as url, document -> 'chapter_info' as chapters
    from items where id = any(${[...new Set(ids)]})
  `.execute(db);
  return new Map(
    rows.flatMap(({ id, url, chapters }) => {
      const medium = parseMediaPath(url ?? chapters[0]?.chapter_url ?? '');
      return medium?.kind === 'audio' ? [[id, medium.id] as const] : [];
    }),
  );
}
