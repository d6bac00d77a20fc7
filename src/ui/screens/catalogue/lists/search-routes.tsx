import { createRoute } from '@tanstack/react-router';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import {
  type Arrangement,
  type ArrangementQuery,
  readArrangement,
} from '../../../../domain/catalogue/arrangement.ts';
import { entryKey } from '../../../navigation/entry.ts';
import type { HistoryLists } from '../../../navigation/history-lists.ts';
import { arrangementOf } from '../../../routes/arranged.ts';
import { lazyComponent } from '../../../routes/lazy-screen.tsx';
import { membersRoute } from '../../../routes/parents.ts';
import { textOf } from '../../../routes/loading.ts';
import type { Services } from '../../../services.ts';
import type { SearchScreenProps } from './search-screen.tsx';

const searchScreen = async () => import('./search-screen.tsx');

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
const openSearch = (
  { services, audioHistory }: SearchContext,
  entry: string,
  { term, category, arrangement }: Searched,
): SearchScreenProps['data'] => {
  const open = () => services.lists.search(term, category, arrangement);
  return { term, category, opened: term === '' ? null : audioHistory.open(entry, open) };
};

type SearchQuery = ArrangementQuery & { readonly q?: string | undefined };

const searchQuery = (search: Readonly<Record<string, unknown>>): SearchQuery => ({
  ...arrangementOf(search),
  q: textOf(search['q']),
});

/** The options of a route whose address names a search. */
const SEARCHED = {
  validateSearch: searchQuery,
  loaderDeps: ({ search }: { readonly search: SearchQuery }) => ({
    term: search.q?.trim() ?? '',
    arrangement: readArrangement(search),
  }),
} as const;

const searchRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/search-results',
  ...SEARCHED,
  loader: ({ context, location, deps }) =>
    openSearch(context, entryKey(location), { ...deps, category: null }),
  component: lazyComponent(
    async () => (await searchScreen()).SearchScreen,
    (SearchScreen) => <SearchScreen data={searchRoute.useLoaderData()} />,
  ),
});

const categorySearchRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/search-results/$category',
  ...SEARCHED,
  loader: ({ context, location, deps, params: { category } }) =>
    openSearch(context, entryKey(location), { ...deps, category }),
  component: lazyComponent(
    async () => (await searchScreen()).SearchScreen,
    (SearchScreen) => <SearchScreen data={categorySearchRoute.useLoaderData()} />,
  ),
});

/** The results of a search: of all categories, and of one. */
export const searchRoutes = [searchRoute, categorySearchRoute] as const;
