import type { UserId } from '../domain/account/user.ts';
import type { Bookmark, BookmarkId } from '../domain/bookmarks/bookmark.ts';
import type { Result } from '../domain/result.ts';
import type { Signal, StoreFailure } from './platform.ts';
import type { HistoryEntry, HistoryEntryId } from '../domain/history.ts';
import type { ContentId } from '../domain/catalogue/content.ts';
import type { PageId, PossiblePositions, SavedPosition } from '../domain/progress/position.ts';
import type { PlaybackReport, RoyaltyReport } from '../domain/progress/reports.ts';
import type { Instant } from '../domain/time.ts';

/**
 * The history of every listener in this browser. All tabs share it.
 * It is synchronous, so that an entry is stored before its page is closed. No method throws. An entry that cannot be
 * read counts as absent.
 */
export interface HistoryStore {
  /** Lists the entries of this listener, newest start first. */
  entries(listener: UserId): readonly HistoryEntry[];
  /** Returns one entry of this listener; null if there is none. */
  entry(listener: UserId, id: HistoryEntryId): HistoryEntry | null;
  /** Adds an entry, or replaces the one with the same id. The entries with the oldest starts are deleted (HIST-2). */
  save(listener: UserId, entry: HistoryEntry): Result<void, StoreFailure>;
  /** Deletes every entry of this listener. */
  deleteAllOf(listener: UserId): void;
  /** Emits when an entry of any listener was changed, here or in another tab. */
  readonly changed: Signal<null>;
}

/**
 * Why bookmarks were not stored or read.
 *
 * - `unreachable`: the provider that stores them could not be reached (BOOK-15).
 */
export type BookmarkFailure = StoreFailure | { readonly kind: 'unreachable' };

/**
 * The bookmarks of every listener. Each is stored by itself, so two tabs can change different bookmarks at the same
 * time. A change that has succeeded is seen by every later `list`, in every tab. No method throws or rejects. A
 * bookmark that cannot be read is left out, and stays stored.
 */
export interface BookmarkStore {
  /** Lists the bookmarks of this listener, in no particular order. A blocked store reads as empty. */
  list(listener: UserId): Promise<Result<readonly Bookmark[], BookmarkFailure>>;
  /** Adds a bookmark, or replaces the one with the same id. After a failure the earlier one is still stored. */
  save(listener: UserId, bookmark: Bookmark): Promise<Result<void, BookmarkFailure>>;
  /** Deletes a bookmark. Deleting an unknown one succeeds. */
  delete(listener: UserId, id: BookmarkId): Promise<Result<void, BookmarkFailure>>;
  /** Deletes every bookmark of this listener here. */
  deleteAllOf(listener: UserId): void;
  /** Emits when a bookmark of any listener was changed in another tab or, if the store can tell, on another device. */
  readonly changedElsewhere: Signal<null>;
}

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
