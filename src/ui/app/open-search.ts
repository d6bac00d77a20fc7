import type { Arrangement } from '../../domain/catalogue/arrangement.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { SearchScreenProps } from '../screens/catalogue/lists/search-screen.tsx';
import type { Services } from './services.ts';
import type { HistoryEntry, HistoryLists } from './history-lists.ts';

type SearchContext = { readonly services: Services; readonly audioHistory: HistoryLists<ContentItem> };

type Searched = {
  readonly term: string;
  readonly category: string | null;
  readonly arrangement: Arrangement;
};

/**
 * Starts a search for a term, or continues the search that the history entry has shown. An empty term sends no request
 * (CAT-33).
 */
export const openSearch = (
  { services, audioHistory }: SearchContext,
  entry: HistoryEntry,
  { term, category, arrangement }: Searched,
): SearchScreenProps['data'] => {
  const open = () => services.lists.search(term, category, arrangement);
  return { term, category, opened: term === '' ? null : audioHistory.open(entry, open) };
};
