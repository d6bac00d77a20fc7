import type { BookmarkFailure, BookmarkStore } from '../../ports/stored-positions.ts';
import { type Bookmark, noteOf } from '../../domain/bookmarks/bookmark.ts';
import type { Log } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import type { Result } from '../../domain/result.ts';
import { NoticesState } from '../notices-state.ts';
import { BookmarksState, NOT_SAVED } from './bookmarks-state.ts';

/** The listener's bookmarks: lists them, changes their notes, removes them and puts them back. */
export class BookmarkList {
  static readonly inject: Inject<typeof BookmarkList> = [
    PORTS.bookmarks,
    BookmarksState,
    RefreshUser,
    UserState,
    PORTS.log,
    NoticesState,
  ];

  private isFollowing = false;
  /** Counts the loads, so that only the newest list is shown. */
  private loads = 0;

  constructor(
    private readonly store: BookmarkStore,
    private readonly state: BookmarksState,
    private readonly refreshUser: RefreshUser,
    private readonly user: UserState,
    private readonly log: Log,
    private readonly notices: NoticesState,
  ) {}

  /**
   * Loads the bookmarks, and follows the changes of other tabs (BOOK-8). Returns the state that the views observe, when
   * the list has loaded or failed.
   */
  async open(): Promise<BookmarksState> {
    if (!this.isFollowing) {
      this.isFollowing = true;
      this.store.changedElsewhere.subscribe(() => void this.load());
    }
    await this.refreshUser.known();
    await this.load();
    return this.state;
  }

  private async load(): Promise<void> {
    const { id } = this.user.user;
    if (id === '') {
      this.state.failed('unknown-listener');
      return;
    }
    this.loads += 1;
    const load = this.loads;
    const listed = await this.store.list(id);
    if (load !== this.loads || this.user.user.id !== id) return;
    if (listed.ok) {
      this.state.loaded(listed.value);
      return;
    }
    this.log.warn('The bookmarks could not be loaded', { kind: listed.error.kind });
    this.state.failed(listed.error.kind);
  }

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
