import type { UserId } from '../../domain/account/user.ts';
import {
  HISTORY_LIMIT,
  newestEntries,
  type HistoryEntry,
  type HistoryEntryId,
} from '../../domain/history.ts';
import type { Result } from '../../domain/result.ts';
import type { HistoryStore } from '../../ports/history-store.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/key-value-store.ts';
import { Emitter } from '../shared/emitter.ts';
import { prefixOf, readStored, storedHistoryEntry } from './title-positions.ts';

/** The history in this browser's storage, one key for each entry (HIST-2). */
export class StoredHistory implements HistoryStore {
  readonly changed = new Emitter<null>();

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || key.startsWith('history.')) this.changed.emit(null);
    });
  }

  entries(listener: UserId): readonly HistoryEntry[] {
    return newestEntries(
      this.keysOf(listener).flatMap((key) => {
        const entry = this.read(listener, key);
        return entry === null ? [] : [entry];
      }),
    );
  }

  entry(listener: UserId, id: HistoryEntryId): HistoryEntry | null {
    return this.read(listener, prefixOf('history', listener) + id);
  }

  save(listener: UserId, value: HistoryEntry): Result<void, StoreFailure> {
    const key = prefixOf('history', listener) + value.id;
    const isNew = this.store.get(key) === null;
    const written = this.store.set(key, JSON.stringify({ listener, value }));
    if (isNew && written.ok) this.deleteOldest(listener);
    this.changed.emit(null);
    return written;
  }

  deleteAllOf(listener: UserId): void {
    for (const key of this.keysOf(listener)) this.store.delete(key);
    this.changed.emit(null);
  }

  /** Reads the entries only if there are too many of them. */
  private deleteOldest(listener: UserId): void {
    const keys = this.keysOf(listener);
    if (keys.length <= HISTORY_LIMIT) return;
    const prefix = prefixOf('history', listener);
    const remaining = new Set(this.entries(listener).map(({ id }) => prefix + id));
    for (const key of keys) if (!remaining.has(key)) this.store.delete(key);
  }

  private keysOf(listener: UserId): readonly string[] {
    const prefix = prefixOf('history', listener);
    return this.store.keys().filter((key) => key.startsWith(prefix));
  }

  private read(listener: UserId, key: string): HistoryEntry | null {
    const stored = readStored(this.store, key, storedHistoryEntry);
    return stored?.listener === listener ? stored.value : null;
  }
}
