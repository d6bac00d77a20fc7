import { type Arrangement, AS_SENT } from '../../domain/catalogue/arrangement.ts';
import {
  type AuthorId,
  type CategoryId,
  type ContentId,
  type ContentItem,
  ContentType,
  type NarratorId,
  type SeriesId,
  type TitleShelf,
  titleShelves,
  type TopicId,
  QUICK_LISTEN_LIMIT,
} from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/platform.ts';
import type { ApiFailure, Catalogue, ContentGroup, PageKey } from '../../ports/content-api.ts';
import { pageOf, type MemoryContent, type MemoryFaults } from './memory-content.ts';

const found = <Value>(value: Value | null | undefined): Result<Value, ApiFailure> =>
  value === null || value === undefined ? failed({ kind: 'not-found' }) : ok(value);

const byId =
  <Id extends string>(id: Id) =>
  (entry: { readonly id: Id }): boolean =>
    entry.id === id;

const isQuick = ({ runTime }: ContentItem): boolean => runTime !== null && runTime <= QUICK_LISTEN_LIMIT;
const isDiscounted = ({ discount }: ContentItem): boolean => discount.price > 0;
const isCollection = ({ type }: ContentItem): boolean => type === ContentType.CURATED_COLLECTION;

/** The shelves that show only some titles. */
const ON_SHELF: Readonly<Record<string, (item: ContentItem) => boolean>> = {
  discounts: isDiscounted,
  curatedCollections: isCollection,
  quickListens: isQuick,
} satisfies Partial<Record<TitleShelf, unknown>>;

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The catalogue calls over a provider in memory. */
export class MemoryCatalogue implements Catalogue {
  constructor(
    private readonly provider: MemoryContent,
    private readonly faults: MemoryFaults,
  ) {}

  async browse(cancellation?: Cancellation) {
    return this.faults.respond('catalogue.browse', cancellation, () =>
      ok({
        ...titleShelves((shelf) => this.provider.items(ON_SHELF[shelf]).slice(0, PAGE_SIZES.trending)),
        categories: this.provider.categories,
        authors: this.provider.authors.slice(0, PAGE_SIZES.authors),
      }),
    );
  }

  async forYou(cancellation?: Cancellation) {
    return this.faults.respond('catalogue.forYou', cancellation, () =>
      ok(this.provider.items().slice(0, PAGE_SIZES.recommended)),
    );
  }

  async recommended(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.list('catalogue.recommended', page, arrangement, cancellation);
  }

  async newReleases(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.list('catalogue.newReleases', page, arrangement, cancellation);
  }

  async trending(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.list('catalogue.trending', page, arrangement, cancellation);
  }

  async discounted(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.list('catalogue.discounted', page, arrangement, cancellation, isDiscounted);
  }

  async quickListens(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.list('catalogue.quickListens', page, arrangement, cancellation, isQuick);
  }

  async curatedCollections(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.list('catalogue.curatedCollections', page, arrangement, cancellation, isCollection);
  }

  async content(id: ContentId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.content', cancellation, () => found(this.provider.find(id)));
  }

  async contentOfCategory(
    id: CategoryId,
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    return this.faults.respond('catalogue.contentOfCategory', cancellation, () =>
      ok(this.provider.arrangedPage(this.itemsOfCategory(id), PAGE_SIZES.trending, page, arrangement)),
    );
  }

  async contentOfCategoryAndTopic(
    category: CategoryId,
    topic: TopicId,
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    return this.faults.respond('catalogue.contentOfCategoryAndTopic', cancellation, () => {
      const ofTopic = new Set(this.itemsOfTopic(topic).map(({ id }) => id));
      const items = this.itemsOfCategory(category).filter(({ id }) => ofTopic.has(id));
      return ok(this.provider.arrangedPage(items, PAGE_SIZES.trending, page, arrangement));
    });
  }

  async groupsOfCategory(id: CategoryId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.groupsOfCategory', cancellation, () => {
      const items = this.itemsOfCategory(id);
      return ok(groups(this.provider.topics, (name) => items.filter((item) => item.topics.includes(name))));
    });
  }

  async groupsOfTopic(id: TopicId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.groupsOfTopic', cancellation, () => {
      const items = this.itemsOfTopic(id);
      return ok(
        groups(this.provider.categories, (name) => items.filter((item) => item.categories.includes(name))),
      );
    });
  }

  /** Always returns the first title, so that each run is the same. */
  async random(cancellation?: Cancellation) {
    return this.faults.respond('catalogue.random', cancellation, () => found(this.provider.items()[0]));
  }

  async collectionTracks(id: ContentId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.collectionTracks', cancellation, () =>
      ok(pageOf(this.provider.children(id) ?? [], PAGE_SIZES.collectionTracks, null)),
    );
  }

  async podcastEpisodes(id: ContentId, page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.podcastEpisodes', cancellation, () =>
      ok(pageOf(this.provider.children(id) ?? [], PAGE_SIZES.podcastEpisodes, page)),
    );
  }

  async categories(cancellation?: Cancellation) {
    return this.faults.respond('catalogue.categories', cancellation, () => ok(this.provider.categories));
  }

  async category(id: CategoryId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.category', cancellation, () =>
      found(this.provider.categories.find(byId(id))),
    );
  }

  async topics(limit: number, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.topics', cancellation, () =>
      ok(this.provider.topics.slice(0, limit)),
    );
  }

  async topic(id: TopicId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.topic', cancellation, () =>
      found(this.provider.topics.find(byId(id))),
    );
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.authors', cancellation, () =>
      ok(pageOf(this.provider.authors, PAGE_SIZES.authors, page)),
    );
  }

  async author(id: AuthorId, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.author', cancellation, () =>
      this.withContent(
        this.provider.authors.find(byId(id)),
        ({ authors }) => authors.some(byId(id)),
        arrangement,
      ),
    );
  }

  async narrators(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.narrators', cancellation, () =>
      ok(pageOf(this.provider.narrators, PAGE_SIZES.authors, page)),
    );
  }

  async narrator(id: NarratorId, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.narrator', cancellation, () =>
      this.withContent(
        this.provider.narrators.find(byId(id)),
        ({ narrators }) => narrators.some(byId(id)),
        arrangement,
      ),
    );
  }

  async allSeries(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.allSeries', cancellation, () =>
      ok(pageOf(this.provider.series, PAGE_SIZES.authors, page)),
    );
  }

  async series(id: SeriesId, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.series', cancellation, () =>
      this.withContent(this.provider.series.find(byId(id)), ({ series }) => series.some(byId(id)), AS_SENT),
    );
  }

  private withContent<Heading>(
    heading: Heading | undefined,
    belongs: (item: ContentItem) => boolean,
    arrangement: Arrangement,
  ) {
    const content = this.provider.arranged(this.provider.items(belongs), arrangement);
    return found(heading === undefined ? null : { ...heading, ...content });
  }

  async search(
    { term, category }: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    return this.faults.respond('catalogue.search', cancellation, () => {
      const wanted = words(term);
      const matches = this.provider.items((item) => {
        const itemWords = [item.title, ...item.authors.map(({ name }) => name)].flatMap(words);
        return (
          wanted.length > 0 &&
          wanted.every((word) => itemWords.some((other) => other.startsWith(word))) &&
          (category === null || item.categories.includes(category))
        );
      });
      const skip = Math.max(Number(page ?? 0), 0);
      const end = skip + PAGE_SIZES.search;
      const { items, ...offered } = this.provider.arranged(matches, arrangement);
      return ok({ items: items.slice(skip, end), next: end < items.length ? end : null, ...offered });
    });
  }

  async library(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.faults.respond('catalogue.library', cancellation, () => {
      const { records } = this.provider;
      const mine = this.provider.items((item) => item.isFavorite || item.isPurchased || records.has(item.id));
      return ok(this.provider.arrangedPage(mine, PAGE_SIZES.favorites, page, arrangement));
    });
  }

  private async list(
    call: Parameters<MemoryFaults['respond']>[0],
    page: PageKey | null,
    arrangement: Arrangement,
    cancellation: Cancellation | undefined,
    keep?: (item: ContentItem) => boolean,
  ) {
    return this.faults.respond(call, cancellation, () =>
      ok(this.provider.arrangedPage(this.provider.items(keep), PAGE_SIZES.trending, page, arrangement)),
    );
  }

  private itemsOfCategory(id: CategoryId): readonly ContentItem[] {
    const category = this.provider.categories.find(byId(id));
    return category === undefined
      ? []
      : this.provider.items(({ categories }) => categories.includes(category.name));
  }

  private itemsOfTopic(id: TopicId): readonly ContentItem[] {
    const topic = this.provider.topics.find(byId(id));
    return topic === undefined ? [] : this.provider.items(({ topics }) => topics.includes(topic.name));
  }
}

const groups = (
  subjects: readonly { readonly id: string; readonly name: string }[],
  itemsUnder: (name: string) => readonly ContentItem[],
): readonly ContentGroup[] =>
  subjects
    .map(({ id, name }) => ({ id, name, items: itemsUnder(name) }))
    .filter(({ items }) => items.length > 0);
