import type { UserId } from '../domain/account/user.ts';
import type { HistoryEntry, HistoryEntryId } from '../domain/history.ts';
import type { Result } from '../domain/result.ts';
import type { StoreFailure } from './key-value-store.ts';
import type { Signal } from './signal.ts';

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
