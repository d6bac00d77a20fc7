import { type Insertable, sql, type Transaction } from 'kysely';
import type { Chapter, ContentType } from '../catalogue/types.ts';
import type { Database, Tables } from './tables.ts';

/** One item of a playback report. Positions are whole milliseconds; chapters count from 1. */
export interface PlaybackReport {
  readonly id: string;
  readonly playback_speed: number;
  readonly content_type: ContentType;
  readonly chapter_index?: number;
  readonly chapter_position?: number;
  readonly last_position?: number;
  /** How long ago the listener was there, in milliseconds. */
  readonly age: number;
}

/** Epoch milliseconds. */
export interface ReportTimes {
  /** When the request arrived, with fractions. */
  readonly arrivedAt: number;
  readonly now: number;
}

/** Clocks of two processes differ by some milliseconds. A stored moment further ahead comes from a clock that was wrong. */
const CLOCKS_DIFFER_MS = 1_000;

/** The slowest and the fastest speed of the player. */
export const SLOWEST_SPEED = 0.6;
export const FASTEST_SPEED = 2.5;

/** An item that is this near to its end counts as heard and leaves Recently Listened (PROG-55). */
const END_MS = 5_000;

/**
 * Saves the positions of a listener (PROG-54). The same report a second time changes only the time of the record
 * (PROG-31). Items and chapters that the catalogue no longer has are ignored: an error would hold back the other items
 * of the report. A position up to 5 seconds behind the end counts as the end.
 *
 * A report counts from the moment when the listener was there: its arrival without its age. An older report that is
 * handled later than a newer one changes nothing (PROG-58).
 */
export async function savePositions(
  db: Database,
  sub: string,
  reports: readonly PlaybackReport[],
  { arrivedAt, now }: ReportTimes,
): Promise<void> {
  // The newest report of an item counts. All reports use the same order, so that two of them cannot deadlock.
  const byAge = reports.toSorted((a, b) => b.age - a.age);
  const latest = [...new Map(byAge.map((report) => [report.id, report])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const { rows } = await sql<{ id: string; run_time: number | null; chapters: readonly Chapter[] }>`
    select id, run_time, document -> 'chapter_info' as chapters
    from items where id = any(${latest.map((report) => report.id)})
  `.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const positions = latest.flatMap((report) => {
    const item = known.get(report.id);
    const position = item === undefined ? null : within(report, item.run_time, item.chapters);
    if (position === null) return [];
    return {
      sub,
      item_id: report.id,
      content_type: report.content_type,
      playback_speed: report.playback_speed,
      updated_at: Math.floor(arrivedAt - report.age),
      heard_at: arrivedAt - report.age,
      ...position,
    };
  });
  if (positions.length === 0) return;
  await db
    .insertInto('playback_positions')
    .values(positions)
    .onConflict((conflict) =>
      conflict
        .columns(['sub', 'item_id'])
        .doUpdateSet((set) => ({
          content_type: set.ref('excluded.content_type'),
          is_active: set.ref('excluded.is_active'),
          chapter_index: set.ref('excluded.chapter_index'),
          chapter_position: set.ref('excluded.chapter_position'),
          last_position: set.ref('excluded.last_position'),
          playback_speed: set.ref('excluded.playback_speed'),
          updated_at: set.ref('excluded.updated_at'),
          heard_at: set.ref('excluded.heard_at'),
        }))
        .where(
          sql<boolean>`excluded.heard_at >= playback_positions.heard_at
          or playback_positions.heard_at > ${now + CLOCKS_DIFFER_MS}::bigint`,
        ),
    )
    .execute();
}

/** Adds the positions of a listener who has none yet. */
export async function addPositions(
  db: Database,
  positions: readonly Insertable<Tables['playback_positions']>[],
): Promise<void> {
  if (positions.length > 0) await db.insertInto('playback_positions').values(positions).execute();
}

/**
 * Moves the positions of all listeners in a title whose chapters have changed.
 *
 * @param moved gets the chapter, counted from 1, and the seconds in it; null for a title without chapters. It returns the chapter and the
 *   milliseconds in it, or null if the position stays
 */
export async function movePositions(
  transaction: Transaction<Tables>,
  itemId: string,
  moved: (
    chapter: number | null,
    seconds: number,
  ) => { readonly chapter: number | null; readonly position: number } | null,
): Promise<void> {
  const rows = await transaction
    .selectFrom('playback_positions')
    .select(['sub', 'chapter_index', 'chapter_position', 'last_position'])
    .where('item_id', '=', itemId)
    .execute();
  for (const { sub, chapter_index, chapter_position, last_position } of rows) {
    const to = moved(chapter_index, (chapter_position ?? last_position ?? 0) / 1000);
    if (to === null) continue;
    await transaction
      .updateTable('playback_positions')
      .set(
        to.chapter === null
          ? { chapter_index: null, chapter_position: null, last_position: to.position, content_type: 1 }
          : {
              chapter_index: to.chapter,
              chapter_position: to.position,
              last_position: null,
              content_type: 2,
            },
      )
      .where('sub', '=', sub)
      .where('item_id', '=', itemId)
      .execute();
  }
}

/** The record of one item, as a query. Positions are milliseconds, `updated_at` epoch milliseconds. */
export const positionOf = (db: Database, sub: string, itemId: string) =>
  db
    .selectFrom('playback_positions')
    .select([
      'is_active',
      'content_type',
      'chapter_index',
      'chapter_position',
      'last_position',
      'playback_speed',
      'updated_at',
    ])
    .where('sub', '=', sub)
    .where('item_id', '=', itemId);

/** The reported position; null if the chapter does not exist. */
function within(report: PlaybackReport, runTime: number | null, chapters: readonly Chapter[]) {
  const { chapter_index, chapter_position = 0, last_position = 0 } = report;
  if (chapter_index === undefined) {
    const { position, isAtEnd } = upTo(last_position, runTime);
    return { is_active: !isAtEnd, chapter_index: null, chapter_position: null, last_position: position };
  }
  const chapter = chapters.find((each) => each.chapter_index === chapter_index);
  if (chapter === undefined) return null;
  const { position, isAtEnd } = upTo(chapter_position, chapter.chapter_run_time);
  const isLast = chapter === chapters.at(-1);
  return {
    is_active: !(isLast && isAtEnd),
    chapter_index,
    chapter_position: position,
    last_position: null,
  };
}

/**
 * A position in a sound, in milliseconds: at most the end, unless it proves that the run time is too short (PROG-80).
 *
 * @param runTime seconds; null if it is not known
 */
function upTo(
  position: number,
  runTime: number | null,
): { readonly position: number; readonly isAtEnd: boolean } {
  const end = (runTime ?? 0) * 1000;
  if (end <= 0 || position > end + END_MS) return { position, isAtEnd: false };
  return { position: Math.min(position, end), isAtEnd: position >= end - END_MS };
}
