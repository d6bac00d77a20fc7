import type { Author, AuthorId, ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { favoriteKind } from '../../domain/favorites.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { failed, ok } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, FavoritesApi, Page, PageKey } from '../../ports/content-api.ts';
import { pageOf, unlessCancelled } from './results.ts';
import { newestFirst } from './feed-index.ts';
import type { FeedIndex } from './feed-index.ts';

const withOrWithout = (ids: readonly string[], id: string, isIn: boolean): string[] => [
  ...ids.filter((other) => other !== id),
  ...(isIn ? [id] : []),
];

const isPodcast = (item: ContentItem): boolean => favoriteKind(item) === 'podcasts';

/** Favourites, stored in this browser. */
export class FeedFavorites implements FavoritesApi {
  constructor(private readonly index: FeedIndex) {}

  async saveContent(id: ContentId, isFavorite: boolean): Promise<ApiResult<void>> {
    return this.index.own((library, data) =>
      library.find(id) === null
        ? failed({ kind: 'not-found' })
        : data.write('favorites', withOrWithout(data.read('favorites') ?? [], id, isFavorite)),
    );
  }

  async contents(
    { podcasts }: { readonly podcasts: boolean },
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>> {
    return unlessCancelled(cancellation, async () =>
      this.index.own((library, data, see) => {
        const saved = newestFirst(data.read('favorites') ?? [], library);
        const wanted = saved.filter((item) => isPodcast(item) === podcasts);
        return ok(pageOf(wanted.map(see), PAGE_SIZES.favorites, page));
      }),
    );
  }

  async saveAuthor(id: AuthorId, isFavorite: boolean): Promise<ApiResult<void>> {
    return this.index.own((library, data) =>
      library.authors.some((author) => author.id === id)
        ? data.write('authors', withOrWithout(data.read('authors') ?? [], id, isFavorite))
        : failed({ kind: 'not-found' }),
    );
  }

  async authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>> {
    return unlessCancelled(cancellation, async () =>
      this.index.own((library, data) => {
        const followed = new Set<string>(data.read('authors'));
        return ok(
          pageOf(
            library.authors.filter(({ id }) => followed.has(id)),
            PAGE_SIZES.favorites,
            page,
          ),
        );
      }),
    );
  }
}
