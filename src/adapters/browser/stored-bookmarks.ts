import type { UserId } from '../../domain/account/user.ts';
import type { Bookmark, BookmarkId } from '../../domain/bookmarks/bookmark.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { BookmarkFailure, BookmarkStore } from '../../ports/bookmark-store.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { Emitter } from '../shared/emitter.ts';
import { prefixOf, readStored, storedBookmark } from './title-positions.ts';

/** The bookmarks in this browser's storage, one key for each (BOOK-7). */
export class StoredBookmarks implements BookmarkStore {
  readonly changedElsewhere = new Emitter<null>();

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || key.startsWith('bookmark.')) this.changedElsewhere.emit(null);
    });
  }

  async list(listener: UserId): Promise<Result<readonly Bookmark[], BookmarkFailure>> {
    const prefix = prefixOf('bookmark', listener);
    const bookmarks = this.store.keys().flatMap((key) => {
      const stored = key.startsWith(prefix) ? readStored(this.store, key, storedBookmark) : null;
      return stored?.listener === listener ? [stored.value] : [];
    });
    return Promise.resolve(ok(bookmarks));
  }

  async save(listener: UserId, value: Bookmark): Promise<Result<void, BookmarkFailure>> {
    const key = prefixOf('bookmark', listener) + value.id;
    return Promise.resolve(this.store.set(key, JSON.stringify({ listener, value })));
  }

  async delete(listener: UserId, id: BookmarkId): Promise<Result<void, BookmarkFailure>> {
    this.store.delete(prefixOf('bookmark', listener) + id);
    return Promise.resolve(ok(undefined));
  }

  deleteAllOf(listener: UserId): void {
    const prefix = prefixOf('bookmark', listener);
    for (const key of this.store.keys()) if (key.startsWith(prefix)) this.store.delete(key);
  }
}
