import type { ContentItem } from '../domain/catalogue/content.ts';
import { message, type Message } from '../domain/message.ts';
import type { Inject } from '../ports/tokens.ts';
import { FavoritesState } from './favorites/favorites-state.ts';
import { FavoriteToggle } from './favorites/favorite-toggle.ts';
import { NoticesState } from './notices-state.ts';
import { UpNext } from './playback/up-next.ts';
import { MarkFinished } from './progress/mark-finished.ts';

/** How many titles that failed are named. */
const MOST_NAMES = 3;

/** What the listener reads after an action: of those that it was done with, and of the others. */
const SAID = {
  finished: {
    done: message(
      '{count, plural, one {# title was marked as finished.} other {# titles were marked as finished.}}',
    ),
    failed: message('Not marked as finished: {names}.'),
    manyFailed: message('Not marked as finished: {names}, {more} more.'),
  },
  unheard: {
    done: message(
      '{count, plural, one {# title was marked as unheard.} other {# titles were marked as unheard.}}',
    ),
    failed: message('Not marked as unheard: {names}.'),
    manyFailed: message('Not marked as unheard: {names}, {more} more.'),
  },
  saved: {
    done: message('{count, plural, one {# title was saved.} other {# titles were saved.}}'),
    failed: message('Not saved: {names}.'),
    manyFailed: message('Not saved: {names}, {more} more.'),
  },
  unsaved: {
    done: message(
      '{count, plural, one {# title was removed from what you saved.} other {# titles were removed from what you saved.}}',
    ),
    failed: message('Not removed from what you saved: {names}.'),
    manyFailed: message('Not removed from what you saved: {names}, {more} more.'),
  },
  queued: {
    done: message(
      '{count, plural, one {# title was added to Up Next.} other {# titles were added to Up Next.}}',
    ),
    failed: message('Not added to Up Next: {names}.'),
    manyFailed: message('Not added to Up Next: {names}, {more} more.'),
  },
  downloaded: {
    done: message(
      '{count, plural, one {# title was added to the downloads.} other {# titles were added to the downloads.}}',
    ),
    failed: message('Not added to the downloads: {names}.'),
    manyFailed: message('Not added to the downloads: {names}, {more} more.'),
  },
} as const;

type Said = (typeof SAID)[keyof typeof SAID];

type Titles = readonly ContentItem[];

/** Does the same with many titles, one after the other, and says which ones failed (CAT-238). */
export class ManyTitles {
  static readonly inject: Inject<typeof ManyTitles> = [
    MarkFinished,
    FavoriteToggle,
    FavoritesState,
    UpNext,
    NoticesState,
  ];

  constructor(
    private readonly markFinished: MarkFinished,
    private readonly favoriteToggle: FavoriteToggle,
    private readonly favorites: FavoritesState,
    private readonly upNext: UpNext,
    private readonly notices: NoticesState,
  ) {}

  async markAs(items: Titles, isFinished: boolean): Promise<void> {
    await this.each(items, isFinished ? SAID.finished : SAID.unheard, async (item) =>
      this.markFinished.markAs(item, isFinished),
    );
  }

  async save(items: Titles, isSaved: boolean): Promise<void> {
    await this.each(items, isSaved ? SAID.saved : SAID.unsaved, async (item) => {
      if (this.favorites.isFavorite(item) !== isSaved) await this.favoriteToggle.toggleTitle(item);
      return this.favorites.isFavorite(item) === isSaved;
    });
  }

  async addToUpNext(items: Titles): Promise<void> {
    await this.each(items, SAID.queued, async (item) => this.upNext.addToEnd(item, null));
  }

  /** @param add starts one download, in the code that loads with downloads. False if it could not be started */
  async download(items: Titles, add: (item: ContentItem) => Promise<boolean>): Promise<void> {
    await this.each(items, SAID.downloaded, add);
  }

  private async each(items: Titles, said: Said, act: (item: ContentItem) => Promise<boolean>): Promise<void> {
    const failed: string[] = [];
    for (const item of items) if (!(await act(item))) failed.push(`“${item.title}”`);
    const count = items.length - failed.length;
    const done: readonly Message[] = count === 0 ? [] : [{ text: said.done, values: { count } }];
    if (failed.length === 0) {
      if (count > 0) this.notices.inform(...done);
      return;
    }
    const names = failed.slice(0, MOST_NAMES).join(', ');
    const more = failed.length - MOST_NAMES;
    this.notices.post(
      ...done,
      more > 0
        ? { text: said.manyFailed, values: { names, more } }
        : { text: said.failed, values: { names } },
    );
  }
}
