import * as v from 'valibot';

import { arrangementQuery, AS_SENT } from '../../domain/catalogue/arrangement.ts';
import {
  type Author,
  type AuthorId,
  type CategoryId,
  type ContentId,
  type ContentItem,
  type Narrator,
  type NarratorId,
  type Series,
  type SeriesId,
  titleShelves,
  type TopicId,
} from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import type { Cancellation } from '../../ports/platform.ts';
import type {
  BrowseShelves,
  Catalogue,
  ContentGroup,
  PageKey,
  WithContent,
} from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { FIRST_CALLS, pageParams } from './first-calls.ts';
import {
  decodeAuthorPage,
  decodeItemPage,
  readAuthor,
  readCategory,
  readContentItem,
  readNarrator,
  readSeries,
  readTopic,
} from './wire/content-item.ts';
import {
  entryOf,
  type ReadEntry,
  readList,
  readOffered,
  pageOf,
  resultsOf,
  decodedOnce,
  decoder,
  type Decoder,
} from './wire/lists.ts';
import { requiredWords, wireId } from './wire/scalars.ts';

/** Lists, titles and search over HTTP (CAT-17 to CAT-21). */
export class HttpCatalogue implements Catalogue {
  /** @param language of the page; without it, a search has none */
  constructor(
    private readonly api: ApiClient,
    private readonly language?: () => string,
  ) {}

  async browse(cancellation?: Cancellation) {
    return this.api.get({ ...FIRST_CALLS.browse(), cancellation }, decodeCatalogue.browse);
  }

  async forYou(cancellation?: Cancellation) {
    return this.api.get({ ...FIRST_CALLS.forYou(), cancellation }, decodeCatalogue.forYou);
  }

  async recommended(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.recommended, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/for-you/recommended`, params, cancellation }, decodeCatalogue.items);
  }

  async newReleases(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/new-releases`, params, cancellation }, decodeCatalogue.items);
  }

  async trending(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/trending`, params, cancellation }, decodeCatalogue.items);
  }

  async discounted(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/content/discounted`, params, cancellation }, decodeCatalogue.items);
  }

  async quickListens(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.trending, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/quick-listens`, params, cancellation }, decodeCatalogue.items);
  }

  async curatedCollections(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const path = apiPath`/featured-curated-collection`;
    const params = pageParams(PAGE_SIZES.trending, page, arrangementQuery(arrangement));
    return this.api.get({ path, params, cancellation }, decodeCatalogue.items);
  }

  async content(id: ContentId, cancellation?: Cancellation) {
    return this.api.get({ ...FIRST_CALLS.content(id), cancellation }, decodeCatalogue.item);
  }

  /** The first page has the address that every provider of the specification knows. */
  async contentOfCategory(
    id: CategoryId,
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    const params = { cid: id, next_page: page ?? undefined, ...arrangementQuery(arrangement) };
    return this.api.get({ path: apiPath`/content`, params, cancellation }, decodeCatalogue.items);
  }

  async contentOfCategoryAndTopic(
    category: CategoryId,
    topic: TopicId,
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    const params = {
      cid: category,
      tid: topic,
      ...pageParams(PAGE_SIZES.trending, page, arrangementQuery(arrangement)),
    };
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
    return this.api.get({ ...FIRST_CALLS.topics(limit), cancellation }, decodeCatalogue.topics);
  }

  async topic(id: TopicId, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/topics/${id}`, cancellation }, decodeCatalogue.topic);
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.authors, page);
    return this.api.get({ path: apiPath`/authors/`, params, cancellation }, decodeCatalogue.authors);
  }

  async author(id: AuthorId, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = arrangementQuery(arrangement);
    return this.api.get({ path: apiPath`/authors/${id}`, params, cancellation }, decodeCatalogue.author);
  }

  async narrators(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.authors, page);
    return this.api.get({ path: apiPath`/narrators`, params, cancellation }, decodeCatalogue.narrators);
  }

  async narrator(id: NarratorId, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = arrangementQuery(arrangement);
    return this.api.get({ path: apiPath`/narrators/${id}`, params, cancellation }, decodeCatalogue.narrator);
  }

  async allSeries(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.authors, page);
    return this.api.get({ path: apiPath`/series`, params, cancellation }, decodeCatalogue.allSeries);
  }

  async series(id: SeriesId, cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/series/${id}`, cancellation }, decodeCatalogue.series);
  }

  /** Pages by `skip`, which the first page leaves out (CAT-31). The provider may rank by the language (LANG-19). */
  async search(
    { term, category }: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    const params = {
      term,
      limit: PAGE_SIZES.search,
      skip: page ?? undefined,
      category: category ?? undefined,
      ...arrangementQuery(arrangement),
    };
    const headers = this.language && { 'accept-language': this.language() };
    return this.api.get({ path: apiPath`/search`, params, headers, cancellation }, decodeCatalogue.items);
  }

  /** Sends no page size, because the provider uses its own. */
  async library(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(undefined, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/library`, params, cancellation }, decodeCatalogue.items);
  }
}

/** The largest number of entries that are read of a shelf, so that a huge response does not block the page (CAT-58). */
const LONGEST_SHELF = 200;

const wireName = (shelf: string): string =>
  shelf.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Decodes `/browse`. A missing shelf is empty; a response without any shelf is malformed (CAT-59). */
const decodeBrowse: Decoder<BrowseShelves> = decoder((body, log) => {
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), body);
  if (!parsed.success) return null;
  let isAnySent = false;
  const entriesOf = <Entry>(shelf: string, read: ReadEntry<Entry>): readonly Entry[] => {
    const name = wireName(shelf);
    const sent = parsed.output[name];
    isAnySent ||= Array.isArray(sent);
    return readList(Array.isArray(sent) ? sent.slice(0, LONGEST_SHELF) : sent, name, read, log) ?? [];
  };
  const shelves = {
    ...titleShelves((shelf) => entriesOf(shelf, readContentItem)),
    categories: entriesOf('categories', readCategory),
    authors: entriesOf('authors', readAuthor),
  };
  return isAnySent ? shelves : null;
});

const group = v.object({ id: wireId, name: requiredWords, content: v.optional(v.unknown()) });
const readSentGroup = entryOf(group);

const readGroup: ReadEntry<ContentGroup> = (entry, log) => {
  const sent = readSentGroup(entry, log);
  if (sent === null) return null;
  const items = readList(sent.content, 'content', readContentItem, log) ?? [];
  return { id: sent.id, name: sent.name, items };
};

const withContent = v.object({ content: v.optional(v.unknown()) });

/** Reads an author, a narrator or a series with its titles. */
const readWithContent =
  <Heading extends Author | Narrator | Series>(
    readHeading: ReadEntry<Heading>,
  ): ReadEntry<WithContent<Heading>> =>
  (entry, log) => {
    const heading = readHeading(entry, log);
    const sent = v.safeParse(withContent, entry);
    if (heading === null || !sent.success) return null;
    const items = readList(sent.output.content, 'content', readContentItem, log) ?? [];
    return { ...heading, items, ...readOffered(entry) };
  };

const recommended = v.object({ recommended: v.unknown() });
const results = v.object({ results: v.pipe(v.array(v.unknown()), v.nonEmpty()) });

const readRandom = (body: unknown, log: Parameters<typeof readContentItem>[1]): ContentItem | null => {
  const bare = readContentItem(body, log);
  if (bare !== null) return bare;
  const listed = v.safeParse(results, body);
  return listed.success ? readContentItem(listed.output.results[0], log) : null;
};

/** The decoders of the listing calls. */
export const decodeCatalogue = {
  browse: decodedOnce(decodeBrowse),
  items: decodeItemPage,
  item: decodedOnce(decoder(readContentItem)),
  groups: decodedOnce(resultsOf('groups', readGroup)),
  forYou: decodedOnce(
    decoder((body, log) => {
      const sent = v.safeParse(recommended, body);
      return sent.success ? readList(sent.output.recommended, 'recommended', readContentItem, log) : null;
    }),
  ),
  /** The response is one item, or `results` whose first item counts (CAT-60). */
  random: decoder(readRandom),
  categories: decodedOnce(resultsOf('categories', readCategory)),
  category: decodedOnce(decoder(readCategory)),
  topics: decodedOnce(resultsOf('topics', readTopic)),
  topic: decodedOnce(decoder(readTopic)),
  authors: decodeAuthorPage,
  author: decodedOnce(decoder(readWithContent(readAuthor))),
  narrators: decodedOnce(pageOf('narrators', readNarrator)),
  narrator: decodedOnce(decoder(readWithContent(readNarrator))),
  allSeries: decodedOnce(pageOf('series', readSeries)),
  series: decodedOnce(decoder(readWithContent(readSeries))),
} as const;
