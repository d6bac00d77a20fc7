import type { ContentId } from '../domain/catalogue/content.ts';
import type { PageId, PossiblePositions, SavedPosition } from '../domain/progress/position.ts';
import type { PlaybackReport, RoyaltyReport } from '../domain/progress/reports.ts';
import type { Result } from '../domain/result.ts';
import type { Instant } from '../domain/time.ts';
import type { UserId } from '../domain/account/user.ts';
import type { StoreFailure } from './key-value-store.ts';
import type { Signal } from './signal.ts';

/**
 * A report that the provider has not acknowledged in full. The acknowledged part is null.
 *
 * - `base`, `unconfirmed`: the positions that the provider may hold until this report arrives (PROG-40)
 * - `unanswered`: how many attempts to send the position may still arrive, because they had no response. Stored just before each
 *   attempt, if there is room
 * - `isRoyaltyTried`: stored directly before the royalty is handed to the network. Without a response the royalty may
 *   have arrived, and it is not sent again (PROG-32)
 * - `id`: never used twice. A draft keeps its id when it becomes a report; the next draft gets a new one
 */
export type UnsentReport = PossiblePositions & {
  readonly id: string;
  readonly listener: UserId;
  readonly page: PageId;
  readonly at: Instant;
  readonly playback: PlaybackReport | null;
  readonly unanswered: number;
  readonly royalty: RoyaltyReport | null;
  readonly isRoyaltyTried: boolean;
};

/** What has changed: the reports, or the draft of a page. */
export type JournalChange = { readonly kind: 'reports' } | { readonly kind: 'draft'; readonly page: PageId };

/**
 * The playback data that survives a crash: positions, unsent reports, and one draft for each page. A draft is the
 * report that the page would make now (PROG-44). All tabs of a browser share the journal.
 * It is synchronous and never throws. An entry that cannot be read counts as absent (PROG-15).
 */
export interface PlaybackJournal {
  /** Lists one position for each title, in no particular order. */
  positions(): readonly SavedPosition[];
  /** Returns the position in one title; null if there is none. */
  position(content: ContentId): SavedPosition | null;
  /** Replaces the position of the same title. The oldest positions are deleted when there are too many (PROG-15). */
  savePosition(position: SavedPosition): Result<void, StoreFailure>;
  /** Emits when a report or a draft was to be saved here, and when another tab has changed one. */
  readonly changed: Signal<JournalChange>;
  /** Lists the reports in the order in which they were made. */
  reports(): readonly UnsentReport[];
  /** Returns one report by its id; null if there is none. */
  report(id: string): UnsentReport | null;
  /** Adds a report, or replaces the one with the same id. */
  saveReport(report: UnsentReport): Result<void, StoreFailure>;
  /** Deletes a report. Does nothing if it is not there. */
  deleteReport(id: string): void;
  /** Lists one draft for each page, in no particular order. */
  drafts(): readonly UnsentReport[];
  /** Returns the draft of one page; null if there is none. */
  draft(page: PageId): UnsentReport | null;
  /** Replaces the draft of the same page. */
  saveDraft(draft: UnsentReport): Result<void, StoreFailure>;
  /** Deletes the draft of one page. Does nothing if it is not there. */
  deleteDraft(page: PageId): void;
  /** Deletes every entry that belongs to another listener (PROG-14). */
  deleteOthers(listener: UserId): void;
  /** Deletes every entry of this listener. */
  deleteAllOf(listener: UserId): void;
}
