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

/** The place that a report tells. */
export const reportedPosition = (report: PlaybackReport): ContentPosition =>
  'lastPosition' in report
    ? { chapterIndex: null, position: toSeconds(report.lastPosition) }
    : { chapterIndex: report.chapterIndex, position: toSeconds(report.chapterPosition) };

/**
 * A report of a place that waits. `held` are the places that the provider may hold until this one arrives, as
 * long as no other device tells it of one; absent where nobody knows.
 */
export type PendingReport = {
  readonly at: Instant;
  readonly playback: PlaybackReport;
  readonly held?: readonly ContentPosition[];
};

/** So many places of reports that may have arrived are remembered; of more than these the last ones. */
export const MAX_UNCONFIRMED = 8;

/**
 * What the provider may hold when a report is made, by this browser's doing alone: what it was last known to
 * hold, and what is told by the reports before, of which nobody knows yet whether they have arrived.
 *
 * @param kept what this browser noted down of the content
 * @param before the last report of the same content that still waits
 * @returns null where it is not known what the provider held
 */
export const possiblePositions = (
  kept: Pick<SavedPosition, 'base' | 'heldNothing'> | null,
  before: PendingReport | null,
): readonly ContentPosition[] | null => {
  if (kept === null || (kept.base === null && kept.heldNothing !== true)) return null;
  const told = before === null ? [] : [...(before.held ?? []), reportedPosition(before.playback)];
  return [...(kept.base === null ? [] : [kept.base]), ...told.slice(-MAX_UNCONFIRMED)];
};

/** What is to become of a report that has waited: its place is sent, has arrived already, or counts no more. */
export type ReportFate = 'send' | 'arrived' | 'overtaken';

/**
 * Compares a report that has waited with what the provider holds now. What nobody else can have told leaves the
 * report its turn; anything else another device has told since, and the newest intent wins: by time where the
 * provider names one that tells, else the other device's, which has certainly moved, while this place may even
 * have arrived before it. Without knowing what was held before, only a time that is newer speaks against sending.
 *
 * @param record null where there is none, or it could not be read
 */
export const reportFate = (report: PendingReport, record: PlaybackRecord | null): ReportFate => {
  if (record === null) return 'send';
  const own = reportedPosition(report.playback);
  const recorded = own.chapterIndex === null ? ignoreChapter(record) : record;
  const isTold = report.held?.some((place) => isSamePosition(place, recorded)) === true;
  const lead = recorded.updatedAt === null ? 0 : recorded.updatedAt - report.at;
  if (isSamePosition(recorded, own)) {
    // At a place that was told before it may still be the speed that has not arrived.
    const isSpeedTold = recorded.speed === null || recorded.speed === report.playback.speed;
    return isSpeedTold || !isTold || lead > CLOCK_TOLERANCE ? 'arrived' : 'send';
  }
  if (isTold || lead + CLOCK_TOLERANCE < 0) return 'send';
  if (lead > CLOCK_TOLERANCE) return 'overtaken';
  // A place in a chapter that is not named cannot be told from another.
  const isComparable = recorded.chapterIndex !== null || own.chapterIndex === null;
  return report.held !== undefined && isComparable ? 'overtaken' : 'send';
};
