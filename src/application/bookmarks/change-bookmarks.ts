import { noteOf, type Bookmark } from '../../domain/bookmarks/bookmark.ts';
import type { Result } from '../../domain/result.ts';
import type { BookmarkFailure, BookmarkStore } from '../../ports/bookmark-store.ts';
import type { Log } from '../../ports/log.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { UserState } from '../session/user-state.ts';
import { BookmarksState } from './bookmarks-state.ts';
import { NOT_SAVED } from './messages.ts';

/** Changes the note of a bookmark, removes a bookmark, and puts it back. */
export class ChangeBookmarks {
  static readonly inject: Inject<typeof ChangeBookmarks> = [
    PORTS.bookmarks,
    BookmarksState,
    UserState,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly store: BookmarkStore,
    private readonly state: BookmarksState,
    private readonly user: UserState,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** Returns the bookmark with its new note. Null if it could not be saved. */
  async setNote(bookmark: Bookmark, text: string): Promise<Bookmark | null> {
    const changed = { ...bookmark, note: noteOf(text) };
    return (await this.save(changed)) ? changed : null;
  }

  /** Removes a bookmark. It can be put back as long as the page with the list is open (BOOK-9). */
  async remove(bookmark: Bookmark): Promise<void> {
    if (await this.delete(bookmark)) this.state.removedHere(bookmark);
  }

  /** Removes a bookmark that was just added. Returns true if this worked. */
  async takeBack(bookmark: Bookmark): Promise<boolean> {
    const isDeleted = await this.delete(bookmark);
    if (isDeleted) this.state.deleted(bookmark);
    return isDeleted;
  }

  async putBack(bookmark: Bookmark): Promise<boolean> {
    return this.save(bookmark);
  }

  /** Called when the page with the removed bookmarks is left. */
  leave(): void {
    this.state.forgetRemoved();
  }

  private async delete(bookmark: Bookmark): Promise<boolean> {
    const { id } = this.user.user;
    return id !== '' && this.judge(await this.store.delete(id, bookmark.id));
  }

  private async save(bookmark: Bookmark): Promise<boolean> {
    const { id } = this.user.user;
    if (id === '') return false;
    const isSaved = this.judge(await this.store.save(id, bookmark));
    if (isSaved) this.state.saved(bookmark);
    return isSaved;
  }

  private judge(changed: Result<void, BookmarkFailure>): boolean {
    if (changed.ok) return true;
    this.log.warn('A bookmark could not be changed', { kind: changed.error.kind });
    this.notices.post(NOT_SAVED[changed.error.kind]);
    return false;
  }
}
