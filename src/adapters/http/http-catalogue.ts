import type { AuthorId, CategoryId, ContentId, TopicId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Catalogue, PageKey } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { pageParams } from './page-params.ts';
import { decodeCatalogue } from './wire/catalogue.ts';

/** Lists, titles and search over HTTP (CAT-17 to CAT-21). */
export class HttpCatalogue implements Catalogue {
  constructor(private readonly api: ApiClient) {}

  async browse(cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/browse`, cancellation }, decodeCatalogue.browse);
  }

  async forYou(cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/for-you`, cancellation }, decodeCatalogue.forYou);
  }

  async recommended(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.recommended, page);
    return this.api.get({ path: apiPath`/for-you/recommended`, params, cancellation }, decodeCatalogue.items);
  }

  async newReleases(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page);
    return this.api.get({ path: apiPath`/new-releases`, params, cancellation }, decodeCatalogue.items);
  }

  async trending(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page);
    return this.api.get({ path: apiPath`/trending`, params, cancellation }, decodeCatalogue.items);
  }

  async discounted(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page);
    return this.api.get({ path: apiPath`/content/discounted`, params, cancellation }, decodeCatalogue.items);
  }

  async quickListens(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page);
    return this.api.get({ path: apiPath`/quick-listens`, params, cancellation }, decodeCatalogue.items);
  }

  async curatedCollections(page: PageKey | null, cancellation?: Cancellation) {
    const path = apiPath`/featured-curated-collection`;
    const params = pageParams(PAGE_SIZES.trending, page);
    return this.api.get({ path, params, cancellation }, decodeCatalogue.items);
  }

  async content(id: ContentId, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/content/${id}`, cancellation }, decodeCatalogue.item);
  }

  async contentOfCategory(id: CategoryId, cancellation?: Cancellation) {
    return this.api.get(
      { path: apiPath`/content`, params: { cid: id }, cancellation },
      decodeCatalogue.items,
    );
  }

  async contentOfCategoryAndTopic(
    category: CategoryId,
    topic: TopicId,
    page: PageKey | null,
    cancellation?: Cancellation,
  ) {
    const params = { cid: category, tid: topic, ...pageParams(PAGE_SIZES.trending, page) };
    return this.api.get({ path: apiPath`/content`, params, cancellation }, decodeCatalogue.items);
  }

  async groupsOfCategory(id: CategoryId, cancellation?: Cancellation) {
    return this.api.get(
      { path: apiPath`/segregated`, params: { cid: id }, cancellation },
      decodeCatalogue.groups,
    );
  }

  async groupsOfTopic(id: TopicId, cancellation?: Cancellation) {
    return this.api.get(
      { path: apiPath`/segregated`, params: { tid: id }, cancellation },
      decodeCatalogue.groups,
    );
  }

  async random(cancellation?: Cancellation) {
    return this.api.get(
      { path: apiPath`/content`, params: { random: 1 }, cancellation },
      decodeCatalogue.random,
    );
  }

  async collectionTracks(id: ContentId, cancellation?: Cancellation) {
    const path = apiPath`/curated-collection-tracks/`;
    const params = { limit: PAGE_SIZES.collectionTracks, cid: id };
    return this.api.get({ path, params, cancellation }, decodeCatalogue.items);
  }

  async podcastEpisodes(id: ContentId, page: PageKey | null, cancellation?: Cancellation) {
    const params = { pid: id, ...pageParams(PAGE_SIZES.podcastEpisodes, page) };
    return this.api.get({ path: apiPath`/podcast-episodes/`, params, cancellation }, decodeCatalogue.items);
  }

  async categories(cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/categories`, cancellation }, decodeCatalogue.categories);
  }

  async category(id: CategoryId, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/categories/${id}`, cancellation }, decodeCatalogue.category);
  }

  async topics(limit: number, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/topics`, params: { limit }, cancellation }, decodeCatalogue.topics);
  }

  async topic(id: TopicId, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/topics/${id}`, cancellation }, decodeCatalogue.topic);
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.authors, page);
    return this.api.get({ path: apiPath`/authors/`, params, cancellation }, decodeCatalogue.authors);
  }

  async author(id: AuthorId, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/authors/${id}`, cancellation }, decodeCatalogue.author);
  }

  /** Pages by `skip`, which the first page leaves out (CAT-31). */
  async search(
    { term, category }: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    cancellation?: Cancellation,
  ) {
    const params = {
      term,
      limit: PAGE_SIZES.search,
      skip: page ?? undefined,
      category: category ?? undefined,
    };
    return this.api.get({ path: apiPath`/search`, params, cancellation }, decodeCatalogue.items);
  }

  /** Sends no page size, because the provider uses its own. */
  async library(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(undefined, page);
    return this.api.get({ path: apiPath`/library`, params, cancellation }, decodeCatalogue.items);
  }
}
