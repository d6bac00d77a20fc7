import type { AuthorId, ContentId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { FavoritesApi, PageKey } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { pageParams } from './first-calls.ts';
import { decodeItemPage } from './wire/content-item.ts';
import { decodeAuthorPage } from './wire/people-and-subjects.ts';

/** Favourites over HTTP (FAV-3, FAV-4). */
export class HttpFavorites implements FavoritesApi {
  constructor(private readonly api: ApiClient) {}

  async saveContent(id: ContentId, isFavorite: boolean) {
    const body = { content_id: id, is_favorite: isFavorite };
    const saved = await this.api.send({ method: 'POST', path: apiPath`/favorites/content`, body });
    if (saved.ok) this.api.favoriteSaved(id, isFavorite);
    return saved;
  }

  async contents(
    { podcasts }: { readonly podcasts: boolean },
    page: PageKey | null,
    cancellation?: Cancellation,
  ) {
    const params = { podcast: podcasts ? 1 : 0, ...pageParams(PAGE_SIZES.favorites, page) };
    return this.api.get({ path: apiPath`/favorites/content`, params, cancellation }, decodeItemPage);
  }

  async saveAuthor(id: AuthorId, isFavorite: boolean) {
    const body = { author_id: id, is_favorite: isFavorite };
    return this.api.send({ method: 'POST', path: apiPath`/favorites/authors`, body });
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.favorites, page);
    return this.api.get({ path: apiPath`/favorites/authors`, params, cancellation }, decodeAuthorPage);
  }
}
