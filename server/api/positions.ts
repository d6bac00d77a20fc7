import { sql } from 'kysely';
import type { Chapter, ContentType } from '../catalogue/types.ts';
import type { Database } from '../db/database.ts';

/** One item of a playback report (section 7). Positions are whole milliseconds, chapters count from 1. */
export interface PlaybackReport {
  readonly id: string;
  readonly playback_speed: number;
  readonly content_type: ContentType;
  readonly chapter_index?: number;
  readonly chapter_position?: number;
  readonly last_position?: number;
}

/** So near to its end, an item counts as heard and leaves Recently Listened. */
const END_MS = 5_000;

/**
 * Keeps where the listener is. Reporting the same again changes nothing but the time of it. An item that is not in the
 * catalogue any more is passed over, and so is a chapter: refusing it would hold back the others that came along. A
 * position behind the end counts as the end.
 *
 * @param now epoch milliseconds
 */
export async function savePositions(
  db: Database,
  sub: string,
  reports: readonly PlaybackReport[],
  now: number,
): Promise<void> {
  // The last word on an item counts. In one order for everybody, so that two reports never wait for each other.
  const latest = [...new Map(reports.map((report) => [report.id, report])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const { rows } = await sql<{ id: string; run_time: number; chapters: readonly Chapter[] }>`
    select id, run_time, document -> 'chapter_info' as chapters
    from items where id = any(${latest.map((report) => report.id)})
  `.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const positions = latest.flatMap((report) => {
    const item = known.get(report.id);
    const place = item === undefined ? null : within(report, item.run_time, item.chapters);
    if (place === null) return [];
    return {
      sub,
      item_id: report.id,
      content_type: report.content_type,
      playback_speed: report.playback_speed,
      updated_at: now,
      ...place,
    };
  });
  if (positions.length === 0) return;
  await db
    .insertInto('playback_positions')
    .values(positions)
    .onConflict((conflict) =>
      conflict.columns(['sub', 'item_id']).doUpdateSet((set) => ({
        content_type: set.ref('excluded.content_type'),
        is_active: set.ref('excluded.is_active'),
        chapter_index: set.ref('excluded.chapter_index'),
        chapter_position: set.ref('excluded.chapter_position'),
        last_position: set.ref('excluded.last_position'),
        playback_speed: set.ref('excluded.playback_speed'),
        updated_at: set.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** A reported position, no further than what is played lasts; null in a chapter that is not there. */
function within(report: PlaybackReport, runTime: number, chapters: readonly Chapter[]) {
  const { chapter_index, chapter_position = 0, last_position = 0 } = report;
  if (chapter_index === undefined) {
    const end = endOf(runTime);
    return {
      is_active: last_position < end - END_MS,
      chapter_index: null,
      chapter_position: null,
      last_position: Math.min(last_position, end),
    };
  }
  const chapter = chapters.find((each) => each.chapter_index === chapter_index);
  if (chapter === undefined) return null;
  const end = endOf(chapter.chapter_run_time);
  const isLast = chapter === chapters.at(-1);
  return {
    is_active: !isLast || chapter_position < end - END_MS,
    chapter_index,
    chapter_position: Math.min(chapter_position, end),
    last_position: null,
  };
}

/** Milliseconds. Of what has no known length, nothing is behind the end. */
const endOf = (seconds: number): number => (seconds > 0 ? seconds * 1000 : Infinity);
