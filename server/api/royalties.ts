import { sql } from 'kysely';
import type { Chapter } from '../catalogue/types.ts';
import type { Database } from '../db/database.ts';
import { parseMediaPath } from '../media/path.ts';
import { FASTEST } from './fields.ts';

/** One item of a royalty report: whole milliseconds of content. */
export interface RoyaltyReport {
  readonly content_id: string;
  readonly duration: number;
}

/** A tally counts by the second, and the clocks of two machines drift apart. */
const GRACE_MS = 5_000;

/**
 * Remembers when a listener was first given an address of a sound: from then on the listener can have heard it.
 *
 * @param now epoch milliseconds
 */
export async function noteOpened(db: Database, sub: string, sound: string, now: number): Promise<void> {
  await db
    .insertInto('opened_sounds')
    .values({ sub, sound_id: sound, opened_at: now, royalties: 0 })
    .onConflict((conflict) => conflict.columns(['sub', 'sound_id']).doNothing())
    .execute();
}

/**
 * Counts royalties, but no more than the listener can have heard: of a title, what fits at the highest speed into the
 * time since the listener was first given its address; of all titles together, what fits into the time since the
 * first of those. A report that comes days late counts in full. What was never opened counts for nothing, and what
 * counts for nothing is passed over: refusing it would hold back the others that came along.
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
    // Locked in one order, so that reports that come at once neither count the same time twice nor wait in a circle.
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

/** Milliseconds of content that fit into a span of time. A clock that was set back leaves none. */
function mostSince(start: number, now: number): number {
  return now < start ? 0 : (now - start + GRACE_MS) * FASTEST;
}

/** The sound of each title: a track of a collection lends that of another title. */
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
