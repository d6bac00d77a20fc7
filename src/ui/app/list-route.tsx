import type { OpenedList } from '../../application/catalogue/open-list.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { ListPageName } from '../screens/catalogue/lists/list-pages.ts';
import { lazyScreen } from './lazy-component.tsx';

/** The result of the loader of a list route. */
export type OpenedAudios = OpenedList<ContentItem>;

/**
 * A page of titles, for the `component` of a route. All these pages share one chunk.
 *
 * @param useData the loader data of the route
 */
export const listScreen = (page: ListPageName, useData: () => OpenedAudios) =>
  lazyScreen(
    async () => (await import('../screens/catalogue/lists/list-screen.tsx')).ListScreen,
    (ListScreen) => <ListScreen page={page} data={useData()} />,
  );
