import type { UserId } from '../../domain/account/user.ts';
import { newestEntries, type HistoryEntry, type HistoryEntryId } from '../../domain/history.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { HistoryStore } from '../../ports/history-store.ts';
import type { StoreFailure } from '../../ports/key-value-store.ts';
import { Emitter } from '../shared/emitter.ts';

/** A history in memory. After a crash, the next page gets the same history. */
export class MemoryHistoryStore implements HistoryStore {
  readonly changed = new Emitter<null>();
  /** Every write fails with this; null if all works. */
  failure: StoreFailure | null = null;
  private readonly listeners = new Map<UserId, readonly HistoryEntry[]>();

  entries(listener: UserId): readonly HistoryEntry[] {
    return this.listeners.get(listener) ?? [];
  }

  entry(listener: UserId, id: HistoryEntryId): HistoryEntry | null {
    return this.entries(listener).find((entry) => entry.id === id) ?? null;
  }

  save(listener: UserId, entry: HistoryEntry): Result<void, StoreFailure> {
    if (this.failure !== null) return failed(this.failure);
    const others = this.entries(listener).filter(({ id }) => id !== entry.id);
    this.listeners.set(listener, newestEntries([...others, entry]));
    this.changed.emit(null);
    return ok(undefined);
  }

  deleteAllOf(listener: UserId): void {
    this.listeners.delete(listener);
    this.changed.emit(null);
  }
}
