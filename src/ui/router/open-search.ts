import type { SearchScreenProps } from '../screens/search/search-screen.tsx';
import type { Services } from '../services.ts';

/** Starts a search for a term; one for nothing asks nobody. */
export const openSearch = (
  { lists, openList, search }: Services,
  term: string,
  category: string | null,
): SearchScreenProps['data'] => {
  search.searched(term);
  return { term, category, opened: term === '' ? null : openList.run(lists.search(term, category)) };
};
