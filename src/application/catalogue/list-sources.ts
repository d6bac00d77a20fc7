import type { Author, CategoryId, ContentItem, TopicId } from '../../domain/catalogue/content.ts';
import { ofKind, type FavoriteKind } from '../../domain/favorites.ts';
import { ok } from '../../domain/result.ts';
import type { ContentApi } from '../../ports/content-api.ts';
import type { ListSource } from './open-list.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** All lists of the product, by name (FAV-16). */
export class ListSources {
  static readonly inject: Inject<typeof ListSources> = [PORTS.contentApi];

  constructor(private readonly api: ContentApi) {}

  readonly newReleases: ListSource<ContentItem> = (page) => this.api.catalogue.newReleases(page);
  readonly recommended: ListSource<ContentItem> = (page) => this.api.catalogue.recommended(page);
  readonly trending: ListSource<ContentItem> = (page) => this.api.catalogue.trending(page);
  readonly discounted: ListSource<ContentItem> = (page) => this.api.catalogue.discounted(page);
  readonly curatedCollections: ListSource<ContentItem> = (page) =>
    this.api.catalogue.curatedCollections(page);
  readonly quickListens: ListSource<ContentItem> = (page) => this.api.catalogue.quickListens(page);
  readonly recentlyListened: ListSource<ContentItem> = (page) => this.api.playback.activeContent(page);
  readonly purchased: ListSource<ContentItem> = (page) => this.api.users.purchased(page);
  readonly library: ListSource<ContentItem> = (page) => this.api.catalogue.library(page);
  readonly authors: ListSource<Author> = (page) => this.api.catalogue.authors(page);
  readonly favoriteAuthors: ListSource<Author> = (page) => this.api.favorites.authors(page);

  /** The favourites of one kind. They are filtered here, because the provider's lists mix the kinds (FAV-15). */
  favorites(kind: FavoriteKind): ListSource<ContentItem> {
    return async (page) => {
      const favorites = await this.api.favorites.contents({ podcasts: kind === 'podcasts' }, page);
      return favorites.ok
        ? ok({ ...favorites.value, items: ofKind(favorites.value.items, kind) })
        : favorites;
    };
  }

  categoryTopic(category: CategoryId, topic: TopicId): ListSource<ContentItem> {
    return (page) => this.api.catalogue.contentOfCategoryAndTopic(category, topic, page);
  }

  search(term: string, category: string | null): ListSource<ContentItem> {
    return (page) => this.api.catalogue.search({ term, category }, page);
  }
}
