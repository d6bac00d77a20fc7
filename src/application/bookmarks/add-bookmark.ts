import type { BookmarkStore } from '../../ports/stored-positions.ts';
import { type Bookmark, noteOf, bookmarkId, isSameSecond } from '../../domain/bookmarks/bookmark.ts';
import type { Log, Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { linkedPositionIn } from '../../domain/playback/share-link.ts';
import { storedTitle, trackPoint } from '../../domain/playback/title-position.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { PlayerState } from '../player-state.ts';
import { Transcripts } from '../transcripts/transcripts.ts';
import { BookmarksState, NOT_SAVED } from './bookmarks-state.ts';

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
