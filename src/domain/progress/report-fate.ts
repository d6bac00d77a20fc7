import type { PlaybackRecord } from '../catalogue/content.ts';
import {
  ignoreChapter,
  isSamePosition,
  CLOCK_TOLERANCE,
  type SavedPosition,
  type ContentPosition,
} from './position.ts';
import type { PlaybackReport } from './reports.ts';
import { toSeconds, type Instant } from '../time.ts';

/** The position in a report. */
export const reportedPosition = (report: PlaybackReport): ContentPosition =>
  'lastPosition' in report
    ? { chapterIndex: null, position: toSeconds(report.lastPosition) }
    : { chapterIndex: report.chapterIndex, position: toSeconds(report.chapterPosition) };

/**
 * A position report that was not delivered yet.
 *
 * - `held`: the positions that the provider may hold until this report arrives, if no other device reports one; absent
 *   if this is not known
 * - `sent`: if `held` is absent, the positions of earlier reports of this browser, which may have arrived
 */
export type PendingReport = {
  readonly at: Instant;
  readonly playback: PlaybackReport;
  readonly held?: readonly ContentPosition[];
  readonly sent?: readonly ContentPosition[];
};

/** How many positions of reports that may have arrived are stored. The last ones are kept. */
export const MAX_UNCONFIRMED = 8;

/**
 * Lists the positions that the provider may hold when a report is made, if only this browser reports. These are
 * the position that the provider was last known to hold, and the earlier reports that may have arrived. If it is not
 * known what the provider held, only the earlier reports are listed.
 *
 * @param saved the position that this browser saved for the content
 * @param before the last waiting report of the same content
 */
export const possiblePositions = (
  saved: Pick<SavedPosition, 'base'> | null,
  before: PendingReport | null,
): Pick<PendingReport, 'held' | 'sent'> => {
  const reported =
    before === null ? [] : [...(before.held ?? before.sent ?? []), reportedPosition(before.playback)];
  const sent = reported.slice(-MAX_UNCONFIRMED);
  if (saved === null || saved.base === 'unknown') return sent.length === 0 ? {} : { sent };
  return { held: saved.base === 'nothing' ? sent : [saved.base, ...sent] };
};

/** True if no other device is needed to explain the position: the provider may have held it before the report. */
export const mayHoldBefore = ({ held, sent }: PendingReport, position: ContentPosition): boolean =>
  (held ?? sent ?? []).some((other) => isSamePosition(other, position));

/**
 * The decision about a waiting report: send it, drop it because the provider has its position (`arrived`), or drop it for a
 * newer position (`overtaken`).
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
 * @param record null if there is no record, or if it could not be read
 */
export const reportFate = (report: PendingReport, record: PlaybackRecord | null): ReportFate => {
  if (record === null) return 'send';
  const own = reportedPosition(report.playback);
  const recorded = own.chapterIndex === null ? ignoreChapter(record) : record;
  const isFromBefore = mayHoldBefore(report, recorded);
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
  return report.held !== undefined && isComparable ? 'overtaken' : 'send';
};
