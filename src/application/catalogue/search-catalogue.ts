import type { ContentItem } from '../../domain/catalogue/content.ts';
import { ListSources } from './list-sources.ts';
import { type OpenedList, OpenList } from './open-list.ts';
import { SearchState } from './search-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Looks for a term, in the whole catalogue or in one category. */
export class SearchCatalogue {
  static readonly inject: Inject<typeof SearchCatalogue> = [ListSources, OpenList, SearchState];

  constructor(
    private readonly lists: ListSources,
    private readonly openList: OpenList,
    private readonly state: SearchState,
  ) {}

  /**
   * Asks, and changes nothing: pages that are only pointed at are looked for as well.
   *
   * @param category a category's name; null looks everywhere
   */
  search(term: string, category: string | null): OpenedList<ContentItem> {
    return this.openList.open<ContentItem>(this.lists.search(term, category));
  }

  /** What the listener now sees is the search that the store tells of; null: nothing was looked for. */
  show(term: string, opened: OpenedList<ContentItem> | null): void {
    this.state.show(term, opened?.list ?? null);
  }
}
