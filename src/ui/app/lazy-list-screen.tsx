import type { OpenedList } from '../../application/catalogue/lists.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { ListPageName } from '../screens/catalogue/lists/list-pages.ts';
import { lazyComponent } from './lazy-component.tsx';

/** The result of the loader of a list route. */
export type OpenedAudios = OpenedList<ContentItem>;

/**
 * A page of titles, for the `component` of a route. All these pages share one chunk.
 *
 * @param useData the loader data of the route
 */
export const lazyListScreen = (page: ListPageName, useData: () => OpenedAudios) =>
  lazyComponent(
    async () => (await import('../screens/catalogue/lists/list-screens.tsx')).ListScreen,
    (ListScreen) => <ListScreen page={page} data={useData()} />,
  );
