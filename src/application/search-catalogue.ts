import type { ContentItem } from '../domain/content.ts';
import type { ListSources } from './list-sources.ts';
import type { OpenedList, OpenList } from './open-list.ts';
import type { SearchState } from './state/search-state.ts';

/** Looks for a term, in the whole catalogue or in one category, and remembers what was found (section 3). */
export class SearchCatalogue {
  constructor(
    private readonly lists: ListSources,
    private readonly openList: OpenList,
    private readonly search: SearchState,
  ) {}

  /** @param category a category's name; null looks everywhere */
  run(term: string, category: string | null): OpenedList<ContentItem> {
    this.search.searched(term);
    const source = this.lists.search(term, category);
    return this.openList.run<ContentItem>(async (page) => {
      const answer = await source(page);
      // By now another search may be the listener's.
      if (answer.ok && this.search.query === term) {
        this.search.found([...this.search.results, ...answer.value.items]);
      }
      return answer;
    });
  }
}
