import {
  type Arrangement,
  AS_SENT,
  countFilters,
  DOWNLOADED,
  isAsSent,
  offeredPart,
  type OfferedArrangement,
  sentPart,
} from '../../domain/catalogue/arrangement.ts';
import type {
  Author,
  CategoryId,
  ContentItem,
  Narrator,
  Series,
  TopicId,
} from '../../domain/catalogue/content.ts';
import { ofKind, type FavoriteKind } from '../../domain/favorites.ts';
import { ok } from '../../domain/result.ts';
import type { ContentApi, ApiFailure, Page, PageKey, ApiResult } from '../../ports/content-api.ts';
import { type Inject, PORTS, token, type PortToken } from '../../ports/tokens.ts';
import type { Identified, PagedList } from './paged-list.ts';
import { SearchState } from './search-state.ts';

/** The source of a list's pages. */
export type ListSource<Item> = (
  page: PageKey | null,
  arrangement: Arrangement,
) => Promise<ApiResult<Page<Item>>>;

/** A failure that may mean that the provider does not know the sort or a filter. */
const REFUSED: ReadonlySet<ApiFailure['kind']> = new Set(['rejected', 'not-found', 'malformed']);

/**
 * Asks for a sorted and filtered list. If an old link names what is no longer offered, asks again without it
 * (CAT-234).
 */
export const askArranged = async <Value extends { readonly offered?: OfferedArrangement }>(
  arrangement: Arrangement,
  ask: (arrangement: Arrangement) => Promise<ApiResult<Value>>,
): Promise<{ readonly response: ApiResult<Value>; readonly arrangement: Arrangement }> => {
  const sent = sentPart(arrangement);
  const response = await ask(sent);
  if (isAsSent(sent) || (!response.ok && !REFUSED.has(response.error.kind))) {
    return { response, arrangement };
  }
  const offered = response.ok ? response.value.offered : undefined;
  const kept = offered === undefined ? AS_SENT : offeredPart(sent, offered);
  if (isSame(kept, sent)) return { response, arrangement };
  const { [DOWNLOADED]: own } = arrangement.filters;
  const filters = own === undefined ? kept.filters : { ...kept.filters, [DOWNLOADED]: own };
  return { response: await ask(kept), arrangement: { ...kept, filters } };
};

const isSame = (kept: Arrangement, asked: Arrangement): boolean =>
  kept.sort === asked.sort && countFilters(kept) === countFilters(asked);

/** A provider that does not have a list has nothing in it (CAT-331). */
const orEmpty = <Item>(sent: ApiResult<Page<Item>>): ApiResult<Page<Item>> =>
  sent.ok || sent.error.kind !== 'not-found' ? sent : ok({ items: [], next: null });

/** A list on the screen: the loaded items, and how to load more or try again. */
export type OpenedList<Item extends Identified> = {
  readonly list: PagedList<Item>;
  loadMore(): Promise<void>;
  /** Loads the current pages again and replaces the items. If that fails, the items stay (CAT-26). */
  refresh(): Promise<void>;
  /** Loads page after page until the list ends or a page fails. */
  loadRest(): Promise<void>;
  /** Loads the failed page again. The list stays failed until that page has loaded (CAT-37). */
  retry(): Promise<void>;
};

/** Creates an empty list that the views can observe. */
type CreateList = <Item extends Identified>() => PagedList<Item>;

export const CREATE_LIST: PortToken<CreateList> = token('CreateList');

/**
 * The lists of the product. The sources are here by name (FAV-16). `open` loads the first page of a source, and the
 * pages after it on request.
 */
export class Lists {
  static readonly inject: Inject<typeof Lists> = [PORTS.contentApi, CREATE_LIST, SearchState];

  constructor(
    private readonly api: ContentApi,
    private readonly createList: CreateList,
    private readonly searchState: SearchState,
  ) {}

  readonly newReleases: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.newReleases(page, arrangement);
  readonly recommended: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.recommended(page, arrangement);
  readonly trending: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.trending(page, arrangement);
  readonly discounted: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.discounted(page, arrangement);
  readonly curatedCollections: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.curatedCollections(page, arrangement);
  readonly quickListens: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.quickListens(page, arrangement);
  /** Always in the order of listening, so an offer to arrange it is not shown (CAT-233). */
  readonly recentlyListened: ListSource<ContentItem> = async (page) => {
    const sent = await this.api.playback.activeContent(page);
    return sent.ok ? ok({ items: sent.value.items, next: sent.value.next }) : sent;
  };
  readonly purchased: ListSource<ContentItem> = (page, arrangement) =>
    this.api.users.purchased(page, arrangement);
  readonly library: ListSource<ContentItem> = (page, arrangement) =>
    this.api.catalogue.library(page, arrangement);
  readonly authors: ListSource<Author> = (page) => this.api.catalogue.authors(page);
  readonly narrators: ListSource<Narrator> = async (page) =>
    orEmpty(await this.api.catalogue.narrators(page));
  readonly allSeries: ListSource<Series> = async (page) => orEmpty(await this.api.catalogue.allSeries(page));
  readonly favoriteAuthors: ListSource<Author> = (page) => this.api.favorites.authors(page);

  /** The favourites of one kind. They are filtered here, because the provider's lists mix the kinds (FAV-15). */
  favorites(kind: FavoriteKind): ListSource<ContentItem> {
    return async (page, arrangement) => {
      const which = { podcasts: kind === 'podcasts' };
      const favorites = await this.api.favorites.contents(which, page, arrangement);
      return favorites.ok
        ? ok({ ...favorites.value, items: ofKind(favorites.value.items, kind) })
        : favorites;
    };
  }

  category(category: CategoryId): ListSource<ContentItem> {
    return (page, arrangement) => this.api.catalogue.contentOfCategory(category, page, arrangement);
  }

  categoryTopic(category: CategoryId, topic: TopicId): ListSource<ContentItem> {
    return (page, arrangement) =>
      this.api.catalogue.contentOfCategoryAndTopic(category, topic, page, arrangement);
  }

  /**
   * Searches the whole catalogue or one category for a term. Changes no state, because the router also preloads a link
   * that the pointer is on.
   *
   * @param category the name of a category; null searches everywhere
   */
  search(term: string, category: string | null, asked: Arrangement = AS_SENT): OpenedList<ContentItem> {
    return this.open<ContentItem>(
      (page, arrangement) => this.api.catalogue.search({ term, category }, page, arrangement),
      asked,
    );
  }

  /** Sets the search that is on the screen. Null means that nothing was searched for. */
  showSearch(term: string, opened: OpenedList<ContentItem> | null): void {
    this.searchState.show(term, opened?.list ?? null);
  }

  /** @param asked how the address wants the list sorted and filtered */
  open<Item extends Identified>(source: ListSource<Item>, asked: Arrangement = AS_SENT): OpenedList<Item> {
    const list = this.createList<Item>();
    list.arranged(asked);
    let pending: Promise<void> | null = null;
    const fetchMore = async () => {
      const before = list.items.length;
      // A page may add nothing, if all its items are filtered out or repeated, although more pages follow.
      while (list.hasMore && list.items.length === before) {
        const { response: page, arrangement } = await askArranged(list.arrangement, async (each) =>
          source(list.nextKey, each),
        );
        if (!page.ok) {
          list.fail(page.error);
          return;
        }
        list.arranged(arrangement);
        list.addPage(page.value);
      }
    };
    const retry = async () => {
      if (!list.hasMore) return;
      pending ??= fetchMore().finally(() => {
        pending = null;
      });
      await pending;
    };
    const more = async () => {
      if (list.hasMore) list.startLoading();
      await retry();
    };
    const rest = async () => {
      do await more();
      while (list.hasMore && list.phase !== 'failed');
    };
    const refresh = async () => {
      await pending;
      const fresh = this.createList<Item>();
      do {
        const page = await source(fresh.nextKey, sentPart(list.arrangement));
        if (!page.ok) return;
        fresh.addPage(page.value);
      } while (fresh.hasMore && fresh.items.length < list.items.length);
      list.replacedBy(fresh);
    };
    void more();
    return { list, loadMore: more, refresh, loadRest: rest, retry };
  }
}
