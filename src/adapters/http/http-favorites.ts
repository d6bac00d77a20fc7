import type { AuthorId, ContentId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import { arrangementQuery, AS_SENT } from '../../domain/catalogue/arrangement.ts';
import type { Cancellation } from '../../ports/platform.ts';
import type { FavoritesApi, PageKey } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { pageParams } from './first-calls.ts';
import { decodeAuthorPage, decodeItemPage } from './wire/content-item.ts';

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
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    const list = pageParams(PAGE_SIZES.favorites, page, arrangementQuery(arrangement));
    const params = { podcast: podcasts ? 1 : 0, ...list };
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
