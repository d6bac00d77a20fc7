import type { ContentItem } from '../../domain/catalogue/content.ts';
import { ListSources, type OpenedList, OpenList } from './open-list.ts';
import type { Inject } from '../../ports/tokens.ts';

/** What a search has found so far. */
export type FoundItems = { readonly items: readonly ContentItem[] };

/** The search on the screen and its results. It is never stored (CAT-34). */
export class SearchState {
  query = '';
  private found: FoundItems | null = null;

  get results(): readonly ContentItem[] {
    return this.found?.items ?? [];
  }

  /** @param found the results, page by page; null if nothing was searched for */
  show(query: string, found: FoundItems | null): void {
    this.query = query;
    this.found = found;
  }

  reset(): void {
    this.show('', null);
  }
}

/** Searches the whole catalogue or one category for a term. */
export class SearchCatalogue {
  static readonly inject: Inject<typeof SearchCatalogue> = [ListSources, OpenList, SearchState];

  constructor(
    private readonly lists: ListSources,
    private readonly openList: OpenList,
    private readonly state: SearchState,
  ) {}

  /**
   * Changes no state, because the router also preloads a link that the pointer is on.
   *
   * @param category the name of a category; null searches everywhere
   */
  search(term: string, category: string | null): OpenedList<ContentItem> {
    return this.openList.open<ContentItem>(this.lists.search(term, category));
  }

  /** Sets the search that is on the screen. Null means that nothing was searched for. */
  show(term: string, opened: OpenedList<ContentItem> | null): void {
    this.state.show(term, opened?.list ?? null);
  }
}
