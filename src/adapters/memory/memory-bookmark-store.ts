import type { UserId } from '../../domain/account/user.ts';
import type { Bookmark, BookmarkId } from '../../domain/bookmarks/bookmark.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { BookmarkFailure, BookmarkStore } from '../../ports/bookmark-store.ts';
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
