import type { OpenedList } from '../../application/catalogue/open-list.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { ListPageName } from '../screens/catalogue/lists/list-pages.ts';
import { lazyScreen } from './lazy-component.tsx';

/** What the loader of a list route opens. */
export type OpenedAudios = OpenedList<ContentItem>;

/**
 * A page of titles, for a route's `component`; all of them share one chunk.
 *
 * @param useData the route's own loader data
 */
export const listScreen = (page: ListPageName, useData: () => OpenedAudios) =>
  lazyScreen(
    async () => (await import('../screens/catalogue/lists/list-screen.tsx')).ListScreen,
    (ListScreen) => <ListScreen page={page} data={useData()} />,
  );
