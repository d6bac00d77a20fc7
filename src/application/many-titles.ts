import type { ContentItem } from '../domain/catalogue/content.ts';
import type { Inject } from '../ports/tokens.ts';
import { FavoritesState } from './favorites/favorites-state.ts';
import { FavoriteToggle } from './favorites/favorite-toggle.ts';
import { NoticesState } from './notices-state.ts';
import { UpNext } from './playback/up-next.ts';
import { MarkFinished } from './progress/mark-finished.ts';

/** How many titles that failed are named. */
const MOST_NAMES = 3;

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
    await this.each(items, `marked as ${isFinished ? 'finished' : 'unheard'}`, async (item) =>
      this.markFinished.markAs(item, isFinished),
    );
  }

  async save(items: Titles, isSaved: boolean): Promise<void> {
    await this.each(items, isSaved ? 'saved' : 'removed from what you saved', async (item) => {
      if (this.favorites.isFavorite(item) !== isSaved) await this.favoriteToggle.toggleTitle(item);
      return this.favorites.isFavorite(item) === isSaved;
    });
  }

  async addToUpNext(items: Titles): Promise<void> {
    await this.each(items, 'added to Up Next', async (item) => this.upNext.addToEnd(item, null));
  }

  /** @param add starts one download, in the code that loads with downloads. False if it could not be started */
  async download(items: Titles, add: (item: ContentItem) => Promise<boolean>): Promise<void> {
    await this.each(items, 'added to the downloads', add);
  }

  private async each(
    items: Titles,
    done: string,
    act: (item: ContentItem) => Promise<boolean>,
  ): Promise<void> {
    const failed: string[] = [];
    for (const item of items) if (!(await act(item))) failed.push(`“${item.title}”`);
    const count = items.length - failed.length;
    const succeeded =
      count === 0 ? [] : [count === 1 ? `1 title was ${done}.` : `${count} titles were ${done}.`];
    const more = failed.length - MOST_NAMES;
    const names = [...failed.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
    if (names === '') this.notices.inform(succeeded.join(' '));
    else this.notices.post([...succeeded, `Not ${done}: ${names}.`].join(' '));
  }
}
