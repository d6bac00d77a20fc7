import type { UserId } from '../../domain/account/user.ts';
import type { Bookmark, BookmarkId } from '../../domain/bookmarks/bookmark.ts';
import { type HistoryEntry, type HistoryEntryId, newestEntries } from '../../domain/history.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { BookmarkFailure, BookmarkStore, HistoryStore } from '../../ports/stored-positions.ts';
import type { StoreFailure } from '../../ports/platform.ts';
import { Emitter } from '../shared/emitter.ts';

/** The bookmarks that all tabs share. */
type Shared = {
  readonly listeners: Map<UserId, Map<BookmarkId, Bookmark>>;
  readonly tabs: MemoryBookmarkStore[];
};

/** Bookmarks in memory. Tabs share them. */
export class MemoryBookmarkStore implements BookmarkStore {
  readonly changedElsewhere = new Emitter<null>();
  /** Every change and every list fails with this; null if all works. */
  failure: BookmarkFailure | null = null;

  constructor(private readonly shared: Shared = { listeners: new Map(), tabs: [] }) {
    shared.tabs.push(this);
  }

  /** Returns the same bookmarks in another tab. */
  inAnotherTab(): MemoryBookmarkStore {
    return new MemoryBookmarkStore(this.shared);
  }

  async list(listener: UserId): Promise<Result<readonly Bookmark[], BookmarkFailure>> {
    if (this.failure?.kind === 'unreachable') return Promise.resolve(failed(this.failure));
    return Promise.resolve(ok([...this.of(listener).values()]));
  }

  async save(listener: UserId, bookmark: Bookmark): Promise<Result<void, BookmarkFailure>> {
    return this.change(() => this.of(listener).set(bookmark.id, bookmark));
  }

  async delete(listener: UserId, id: BookmarkId): Promise<Result<void, BookmarkFailure>> {
    return this.change(() => this.of(listener).delete(id));
  }

  deleteAllOf(listener: UserId): void {
    this.of(listener).clear();
  }

  private async change(work: () => void): Promise<Result<void, BookmarkFailure>> {
    if (this.failure !== null) return Promise.resolve(failed(this.failure));
    work();
    for (const tab of this.shared.tabs) if (tab !== this) tab.changedElsewhere.emit(null);
    return Promise.resolve(ok(undefined));
  }

  private of(listener: UserId): Map<BookmarkId, Bookmark> {
    const found = this.shared.listeners.get(listener) ?? new Map<BookmarkId, Bookmark>();
    this.shared.listeners.set(listener, found);
    return found;
  }
}

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
