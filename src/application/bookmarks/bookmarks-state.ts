import { message } from '../../domain/message.ts';
import type { BookmarkFailure } from '../../ports/stored-positions.ts';
import { type Bookmark, type BookmarkId } from '../../domain/bookmarks/bookmark.ts';

/** What the listener reads if a bookmark could not be saved or deleted (BOOK-14). */
export const NOT_SAVED: Readonly<Record<BookmarkFailure['kind'], string>> = {
  full: message('There is no room left in this browser. The bookmark was not changed.'),
  blocked: message('This browser does not store anything for this site. The bookmark was not changed.'),
  unreachable: message('You seem to be offline. The bookmark was not changed.'),
};

export class BookmarksState {
  /** Null until they have loaded. */
  bookmarks: readonly Bookmark[] | null = null;
  /** Why they could not be loaded; null if they could. */
  failure: string | null = null;
  /** What was removed on this page. Each can be put back. */
  removed: readonly Bookmark[] = [];

  /** The bookmarks, and those that were just removed. */
  get shown(): readonly Bookmark[] {
    const bookmarks = this.bookmarks ?? [];
    const stored = new Set(bookmarks.map(({ id }) => id));
    return [...bookmarks, ...this.removed.filter(({ id }) => !stored.has(id))];
  }

  isRemoved(id: BookmarkId): boolean {
    return this.removed.some((bookmark) => bookmark.id === id);
  }

  loaded(bookmarks: readonly Bookmark[]): void {
    this.bookmarks = bookmarks;
    this.failure = null;
    // A bookmark that is stored again is no longer removed.
    const stored = new Set(bookmarks.map(({ id }) => id));
    this.removed = this.removed.filter(({ id }) => !stored.has(id));
  }

  failed(kind: string): void {
    this.failure = kind;
  }

  saved(bookmark: Bookmark): void {
    this.removed = this.removed.filter(({ id }) => id !== bookmark.id);
    if (this.bookmarks === null) return;
    this.bookmarks = [...this.bookmarks.filter(({ id }) => id !== bookmark.id), bookmark];
  }

  /** Call this when the listener has removed a bookmark on this page. The page offers to put it back. */
  removedHere(bookmark: Bookmark): void {
    this.removed = [...this.removed, bookmark];
    this.deleted(bookmark);
  }

  deleted(bookmark: Bookmark): void {
    this.bookmarks = this.bookmarks?.filter(({ id }) => id !== bookmark.id) ?? null;
  }

  /** Call this when the page is left. Its removed bookmarks cannot be put back any more. */
  forgetRemoved(): void {
    this.removed = [];
  }

  reset(): void {
    this.bookmarks = null;
    this.failure = null;
    this.removed = [];
  }
}
