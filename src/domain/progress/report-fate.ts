import type { PlaybackRecord, ContentPosition } from '../catalogue/content.ts';
import {
  ignoreChapter,
  isSamePosition,
  isSameState,
  mayHold,
  CLOCK_TOLERANCE,
  type PossiblePositions,
  type UnconfirmedPosition,
} from './position.ts';
import type { PlaybackReport } from './reports.ts';
import { toSeconds, type Instant } from '../time.ts';

/** The position in a report. */
export const reportedPosition = (report: PlaybackReport): ContentPosition =>
  'lastPosition' in report
    ? { chapterIndex: null, position: toSeconds(report.lastPosition) }
    : { chapterIndex: report.chapterIndex, position: toSeconds(report.chapterPosition) };

/** A position report that was not delivered yet, and the positions that the provider may hold before it arrives. */
export type PendingReport = PossiblePositions & {
  readonly at: Instant;
  readonly playback: PlaybackReport;
};

/** At most this many unconfirmed positions are stored. The ones that were added last stay. */
export const MAX_UNCONFIRMED = 8;

/** Turns a waiting report into an unconfirmed position. */
export const unconfirmedPosition = ({
  playback,
  at,
}: Pick<PendingReport, 'playback' | 'at'>): UnconfirmedPosition => ({
  ...reportedPosition(playback),
  at,
});

/** Adds an unconfirmed position. */
export const withUnconfirmed = (
  { base, unconfirmed }: PossiblePositions,
  added: UnconfirmedPosition,
): PossiblePositions => ({
  base,
  unconfirmed: [...without(unconfirmed, added), added].slice(-MAX_UNCONFIRMED),
});

const without = (
  positions: readonly UnconfirmedPosition[],
  { chapterIndex, position, at }: UnconfirmedPosition,
): readonly UnconfirmedPosition[] =>
  positions.filter(
    (other) => other.chapterIndex !== chapterIndex || other.position !== position || other.at !== at,
  );

/**
 * Returns the positions that the provider may hold when a report is made.
 *
 * @param saved the possible positions in the saved entry of the content; null if there is none
 * @param before the last waiting report of the same content
 */
export const possiblePositions = (
  saved: PossiblePositions | null,
  before: PendingReport | null,
): PossiblePositions => {
  const base = saved?.base ?? 'unknown';
  if (before === null) return { base, unconfirmed: saved?.unconfirmed ?? [] };
  const earlier = { base, unconfirmed: before.unconfirmed };
  const isSameBase = typeof before.base === 'string' || isSameState(before.base, base);
  const known = isSameBase ? earlier : withUnconfirmed(earlier, { ...before.base, at: before.at });
  return withUnconfirmed(known, unconfirmedPosition(before));
};

/**
 * How a report ended.
 *
 * - `hasArrived`: the provider holds its position; false if the position is not sent any more for another reason
 * - `mayStillArrive`: an attempt to send it had no response, and the provider may handle it later
 */
export type ReportEnd = { readonly hasArrived: boolean; readonly mayStillArrive: boolean };

/**
 * Returns the positions that the provider may hold before a later report, once an earlier report has ended.
 *
 * - The earlier report has arrived: its position is the new base, also if no base was known.
 * - It has arrived, but the later report knows another base: a newer report may have arrived first. Nothing changes.
 * - It has not arrived, and cannot arrive any more: its position is no longer unconfirmed.
 */
export const afterEnd = (
  later: PossiblePositions,
  ended: PendingReport,
  { hasArrived, mayStillArrive }: ReportEnd,
): PossiblePositions => {
  const { base, unconfirmed } = later;
  if (hasArrived && base !== 'unknown' && !isSameState(base, ended.base)) return { base, unconfirmed };
  return {
    base: hasArrived ? reportedPosition(ended.playback) : base,
    unconfirmed: mayStillArrive ? unconfirmed : without(unconfirmed, unconfirmedPosition(ended)),
  };
};

/**
 * The decision about a waiting report: send it, drop it because the provider has its position (`arrived`), or drop it because
 * another position wins (`overtaken`).
 */
export type ReportFate = 'send' | 'arrived' | 'overtaken';

/**
 * Compares a waiting report with the provider's record (PROG-39 to PROG-42).
 *
 * - A record with the same position: the report is not needed. If only the speed differs, and the record may be from before
 *   the report, the report is sent.
 * - A record that may be from before the report: the report is sent.
 * - Any other record probably comes from another device. If their times differ by more than 5 seconds, the later one wins.
 *   If the times decide nothing, the other device wins, unless it is not known what the provider held before, or the record
 *   lacks the chapter. Then the report is sent.
 *
 * @param record null if there is no record, or if it could not be read (PROG-41)
 */
export const reportFate = (report: PendingReport, record: PlaybackRecord | null): ReportFate => {
  if (record === null) return 'send';
  const own = reportedPosition(report.playback);
  const recorded = own.chapterIndex === null ? ignoreChapter(record) : record;
  const isFromBefore = mayHold(report, recorded);
  const lead = recorded.updatedAt === null ? 0 : recorded.updatedAt - report.at;
  if (isSamePosition(recorded, own)) {
    // The position was reported before, but the speed may not have arrived yet.
    const isSpeedKnown = recorded.speed === null || recorded.speed === report.playback.speed;
    return isSpeedKnown || !isFromBefore || lead > CLOCK_TOLERANCE ? 'arrived' : 'send';
  }
  if (isFromBefore || lead + CLOCK_TOLERANCE < 0) return 'send';
  if (lead > CLOCK_TOLERANCE) return 'overtaken';
  // Without its chapter, the recorded position cannot be compared.
  const isComparable = recorded.chapterIndex !== null || own.chapterIndex === null;
  return report.base !== 'unknown' && isComparable ? 'overtaken' : 'send';
};
