import { SearchState, SearchCatalogue } from './search.ts';
import { ListSources } from './list-sources.ts';
import { LoadPages } from './load-pages.ts';
import { OpenList } from './open-list.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `catalogue`. */
export const catalogueServices = {
  search: SearchState,
  lists: ListSources,
  loadPages: LoadPages,
  searchCatalogue: SearchCatalogue,
  openList: OpenList,
  askTheUniverse: lazy(async () => (await import('./ask-the-universe.ts')).AskTheUniverse, ['playRandom']),
  loadPdf: lazy(async () => (await import('./load-pdf.ts')).LoadPdf, ['loadAddress']),
};
