import type {
  AuthorId,
  CategoryId,
  ContentId,
  ContentItem,
  TopicId,
} from '../../domain/catalogue/content.ts';
import { PAGE_SIZES, QUICK_LISTEN_LIMIT } from '../../domain/catalogue/limits.ts';
import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type {
  ApiResult,
  ApiFailure,
  BrowseShelves,
  Catalogue,
  ContentGroup,
  MissingPart,
  Page,
  PageKey,
} from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { pageOf, unlessCancelled } from './results.ts';
import { withChapters } from './feed-library.ts';
import type { FeedLibrary } from './feed-library.ts';
import type { FeedReader } from './feed-reader.ts';
import type { FeedIndex, See } from './feed-index.ts';

const NOT_FOUND: Result<never, ApiFailure> = failed({ kind: 'not-found' });
const NOTHING: Page<never> = { items: [], next: null };

const found = <Value>(value: Value | null | undefined): Result<Value, ApiFailure> =>
  value === null || value === undefined ? NOT_FOUND : ok(value);

const named = <Id extends string, Entry extends { readonly id: Id }>(entries: readonly Entry[], id: Id) =>
  entries.find((entry) => entry.id === id);

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const showItems = ({ shows }: FeedLibrary): readonly ContentItem[] => shows.map(({ item }) => item);
const episodeItems = ({ episodes }: FeedLibrary): readonly ContentItem[] => episodes.map(({ item }) => item);

const quickItems = (library: FeedLibrary): readonly ContentItem[] =>
  episodeItems(library).filter(({ runTime }) => runTime !== null && runTime <= QUICK_LISTEN_LIMIT);

type CatalogueOptions = {
  readonly reader: FeedReader;
  readonly log: Log;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** True if a document other than a feed may be requested from this address. */
  readonly mayAsk: (url: string) => boolean;
};

/**
 * The catalogue of the feeds. New releases are the newest episodes. Recommendations are the shows; the show with the
 * newest episode is first. Feeds have no trends, discounts or collections, so those lists are empty.
 */
export class FeedCatalogue implements Catalogue {
  constructor(
    private readonly index: FeedIndex,
    private readonly options: CatalogueOptions,
  ) {}

  async browse(cancellation?: Cancellation) {
    return this.seen<BrowseShelves & MissingPart>(cancellation, (library, see, missing) =>
      ok({
        ...(missing !== null && { missing }),
        newReleases: episodeItems(library).slice(0, PAGE_SIZES.trending).map(see),
        discounts: [],
        trending: [],
        curatedCollections: [],
        categories: library.categories,
        authors: library.authors.slice(0, PAGE_SIZES.authors),
        quickListens: quickItems(library).slice(0, PAGE_SIZES.trending).map(see),
      }),
    );
  }

  async forYou(cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) =>
      ok(showItems(library).slice(0, PAGE_SIZES.recommended).map(see)),
    );
  }

  async recommended(page: PageKey | null, cancellation?: Cancellation) {
    return this.list(showItems, PAGE_SIZES.recommended, page, cancellation);
  }

  async newReleases(page: PageKey | null, cancellation?: Cancellation) {
    return this.list(episodeItems, PAGE_SIZES.trending, page, cancellation);
  }

  async trending(_page: PageKey | null, cancellation?: Cancellation) {
    return this.nothing(cancellation);
  }

  async discounted(_page: PageKey | null, cancellation?: Cancellation) {
    return this.nothing(cancellation);
  }

  async quickListens(page: PageKey | null, cancellation?: Cancellation) {
    return this.list(quickItems, PAGE_SIZES.trending, page, cancellation);
  }

  async curatedCollections(_page: PageKey | null, cancellation?: Cancellation) {
    return this.nothing(cancellation);
  }

  /** Returns an item with its chapters, which may need a request. If the request fails, the item has no chapters. */
  async content(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<ContentItem>> {
    const item = await this.seen(cancellation, (library, see) => {
      const item = library.find(id);
      return item === null
        ? NOT_FOUND
        : ok({ seen: see(item), chaptersUrl: library.episode(id)?.chaptersUrl ?? null });
    });
    if (!item.ok) return item;
    const { seen, chaptersUrl } = item.value;
    if (chaptersUrl === null || !this.options.mayAsk(chaptersUrl)) return ok(seen);
    return unlessCancelled(cancellation, async () => {
      const chapters = await this.options.reader.chapters(chaptersUrl);
      if (chapters.ok) return ok(withChapters(seen, chapters.value));
      this.options.log.warn('The chapters of an episode could not be read', {
        id,
        kind: chapters.error.kind,
      });
      return ok(seen);
    });
  }

  async contentOfCategory(id: CategoryId, cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) =>
      ok({ items: showsOfCategory(library, id).map(see), next: null }),
    );
  }

  async contentOfCategoryAndTopic(
    category: CategoryId,
    topic: TopicId,
    page: PageKey | null,
    cancellation?: Cancellation,
  ) {
    return this.list(
      (library) => {
        const name = named(library.topics, topic)?.name;
        return showsOfCategory(library, category).filter(
          ({ topics }) => name !== undefined && topics.includes(name),
        );
      },
      PAGE_SIZES.trending,
      page,
      cancellation,
    );
  }

  async groupsOfCategory(id: CategoryId, cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) => {
      const items = showsOfCategory(library, id).map(see);
      return ok(grouped(library.topics, (name) => items.filter(({ topics }) => topics.includes(name))));
    });
  }

  async groupsOfTopic(id: TopicId, cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) => {
      const topic = named(library.topics, id)?.name;
      const items = showItems(library).filter(({ topics }) => topic !== undefined && topics.includes(topic));
      const inCategory = (name: string) =>
        items.filter(({ categories }) => categories.includes(name)).map(see);
      return ok(grouped(library.categories, inCategory));
    });
  }

  /** Returns a random episode. */
  async random(cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) => {
      const { episodes } = library;
      const picked = episodes[Math.floor(this.options.random() * episodes.length)];
      return picked === undefined ? NOT_FOUND : ok(see(picked.item));
    });
  }

  async collectionTracks(_id: ContentId, cancellation?: Cancellation) {
    return this.seen<Page<ContentItem>>(cancellation, () => NOT_FOUND);
  }

  async podcastEpisodes(id: ContentId, page: PageKey | null, cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) => {
      const show = library.show(id);
      if (show === null) return NOT_FOUND;
      const { items, next } = pageOf(show.episodes, PAGE_SIZES.podcastEpisodes, page);
      return ok({ items: items.map(({ item }) => see(item)), next });
    });
  }

  async categories(cancellation?: Cancellation) {
    return this.seen(cancellation, ({ categories }) => ok(categories));
  }

  async category(id: CategoryId, cancellation?: Cancellation) {
    return this.seen(cancellation, ({ categories }) => found(named(categories, id)));
  }

  async topics(limit: number, cancellation?: Cancellation) {
    return this.seen(cancellation, ({ topics }) => ok(topics.slice(0, limit)));
  }

  async topic(id: TopicId, cancellation?: Cancellation) {
    return this.seen(cancellation, ({ topics }) => found(named(topics, id)));
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    return this.seen(cancellation, ({ authors }) => ok(pageOf(authors, PAGE_SIZES.authors, page)));
  }

  async author(id: AuthorId, cancellation?: Cancellation) {
    return this.seen(cancellation, (library, see) => {
      const author = named(library.authors, id);
      if (author === undefined) return NOT_FOUND;
      const items = library.everything.filter(({ authors }) => authors.some((by) => by.id === id));
      return ok({ ...author, items: items.map(see) });
    });
  }

  async search(
    { term, category }: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    cancellation?: Cancellation,
  ) {
    const wanted = words(term);
    return this.list(
      ({ everything }) =>
        everything.filter((item) => {
          const itemWords = words([item.title, ...item.authors.map(({ name }) => name)].join(' '));
          return (
            wanted.length > 0 &&
            wanted.every((word) => itemWords.some((other) => other.startsWith(word))) &&
            (category === null || item.categories.includes(category))
          );
        }),
      PAGE_SIZES.search,
      page,
      cancellation,
    );
  }

  /** Returns the titles that the listener saved or started. */
  async library(page: PageKey | null, cancellation?: Cancellation) {
    return unlessCancelled(cancellation, async () =>
      this.index.own((library, data, see) => {
        const mine = new Set<string>([
          ...(data.read('favorites') ?? []),
          ...(data.read('places') ?? []).map(({ id }) => id),
        ]);
        const all = library.everything.filter(({ id }) => mine.has(id));
        const { items, next } = pageOf(all, PAGE_SIZES.favorites, page);
        return ok({ items: items.map(see), next });
      }),
    );
  }

  private async list(
    itemsIn: (library: FeedLibrary) => readonly ContentItem[],
    size: number,
    page: PageKey | null,
    cancellation: Cancellation | undefined,
  ): Promise<ApiResult<Page<ContentItem>>> {
    return this.seen(cancellation, (library, see) => {
      const { items, next } = pageOf(itemsIn(library), size, page);
      return ok({ items: items.map(see), next });
    });
  }

  /** Returns an empty list. Fails if no feed has content. */
  private async nothing(cancellation: Cancellation | undefined): Promise<ApiResult<Page<ContentItem>>> {
    return this.seen(cancellation, () => ok(NOTHING));
  }

  private async seen<Value>(
    cancellation: Cancellation | undefined,
    pick: (library: FeedLibrary, see: See, missing: ApiFailure | null) => Result<Value, ApiFailure>,
  ): Promise<ApiResult<Value>> {
    return unlessCancelled(cancellation, async () => this.index.seen(pick));
  }
}

const showsOfCategory = (library: FeedLibrary, id: CategoryId): readonly ContentItem[] => {
  const name = named(library.categories, id)?.name;
  return showItems(library).filter(({ categories }) => name !== undefined && categories.includes(name));
};

const grouped = (
  subjects: readonly { readonly id: string; readonly name: string }[],
  itemsUnder: (name: string) => readonly ContentItem[],
): readonly ContentGroup[] =>
  subjects
    .map(({ id, name }) => ({ id, name, items: itemsUnder(name) }))
    .filter(({ items }) => items.length > 0);
