import type { BookmarkFailure, BookmarkStore } from '../../ports/stored-positions.ts';
import {
  type Bookmark,
  type BookmarkId,
  noteOf,
  bookmarkId,
  isSameSecond,
} from '../../domain/bookmarks/bookmark.ts';
import type { Log, Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import type { Result } from '../../domain/result.ts';
import { NoticesState } from '../notices-state.ts';
import { linkedPositionIn } from '../../domain/playback/share-link.ts';
import { storedTitle, trackPoint } from '../../domain/playback/title-position.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { PlayerState } from '../player-state.ts';
import { Transcripts } from '../transcripts/transcripts.ts';

/** What the listener reads if a bookmark could not be saved or deleted (BOOK-14). */
export const NOT_SAVED: Readonly<Record<BookmarkFailure['kind'], string>> = {
  full: 'There is no room left in this browser. The bookmark was not changed.',
  blocked: 'This browser does not store anything for this site. The bookmark was not changed.',
  unreachable: 'You seem to be offline. The bookmark was not changed.',
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

/** The bookmark of a second. `isNew` is false if it was there before. */
export type AddedBookmark = { readonly bookmark: Bookmark; readonly isNew: boolean };

/** Marks the second that the player is at (BOOK-1). */
export class AddBookmark {
  static readonly inject: Inject<typeof AddBookmark> = [
    PORTS.bookmarks,
    BookmarksState,
    PlayerState,
    NoticesState,
    PORTS.tabs,
    PORTS.clock,
    PORTS.log,
    Transcripts,
  ];
  private added = 0;

  constructor(
    private readonly store: BookmarkStore,
    private readonly state: BookmarksState,
    private readonly player: PlayerState,
    private readonly notices: NoticesState,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly transcripts: Transcripts,
  ) {}

  /**
   * The bookmark of this second: a new one, or the one that is there already (BOOK-3). Null if there is nothing to
   * mark, or if it could not be saved.
   */
  async add(): Promise<AddedBookmark | null> {
    const { userId } = this.player;
    const bookmark = await this.atPlayer();
    if (bookmark === null || userId === '') return null;
    const listed = await this.store.list(userId);
    const before = listed.ok ? listed.value.find((other) => isSameSecond(other, bookmark)) : undefined;
    if (before !== undefined) return { bookmark: before, isNew: false };
    const saved = await this.store.save(userId, bookmark);
    if (!saved.ok) {
      this.log.warn('A bookmark could not be saved', { kind: saved.error.kind });
      this.notices.post(NOT_SAVED[saved.error.kind]);
      return null;
    }
    this.state.saved(bookmark);
    return { bookmark, isNew: true };
  }

  /** Its note is the sentence at this second, if there is a text (TEXT-13). */
  private async atPlayer(): Promise<Bookmark | null> {
    const { audio, track, tracks, position } = this.player;
    if (audio === null || track === null) return null;
    this.added += 1;
    const createdAt = this.clock.now();
    return {
      ...storedTitle(audio),
      ...trackPoint(audio, track, position),
      // The id of the page is unique, and the page counts its bookmarks.
      id: bookmarkId(`${this.tabs.page}.${this.added}`),
      link: linkedPositionIn(audio, tracks, track, position),
      note: noteOf(await this.transcripts.sentenceAt(audio, track, position)),
      createdAt,
    };
  }
}
