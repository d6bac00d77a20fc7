import type { BookmarkStore } from '../../ports/bookmark-store.ts';
import type { Log } from '../../ports/log.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { BookmarksState } from './bookmarks-state.ts';

/** Loads the listener's bookmarks, and follows the changes of other tabs (BOOK-8). */
export class ListBookmarks {
  static readonly inject: Inject<typeof ListBookmarks> = [
    PORTS.bookmarks,
    BookmarksState,
    RefreshUser,
    UserState,
    PORTS.log,
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
  ) {}

  /** Returns the state that the views observe, when the list has loaded or failed. */
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
}
