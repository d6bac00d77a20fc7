import type { UserId } from '../domain/account/user.ts';
import type { Bookmark, BookmarkId } from '../domain/bookmarks/bookmark.ts';
import type { Result } from '../domain/result.ts';
import type { StoreFailure } from './key-value-store.ts';
import type { Signal } from './signal.ts';
import type { HistoryEntry, HistoryEntryId } from '../domain/history.ts';

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
