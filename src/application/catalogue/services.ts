import { SearchState } from './search-state.ts';
import { ListSources } from './list-sources.ts';
import { LoadHome } from './load-home.ts';
import { LoadAudio } from './load-audio.ts';
import { SearchCatalogue } from './search-catalogue.ts';
import { LoadPages } from './load-pages.ts';
import { OpenList } from './open-list.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `catalogue`. */
export const catalogueServices = {
  search: SearchState,
  lists: ListSources,
  loadHome: LoadHome,
  loadAudio: LoadAudio,
  searchCatalogue: SearchCatalogue,
  loadPages: LoadPages,
  openList: OpenList,
  askTheUniverse: lazy(async () => (await import('./ask-the-universe.ts')).AskTheUniverse, ['playRandom']),
  loadPdf: lazy(async () => (await import('./load-pdf.ts')).LoadPdf, ['loadAddress']),
};
