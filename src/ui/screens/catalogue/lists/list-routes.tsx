import { createRoute } from '@tanstack/react-router';
import type { ListSource, OpenedList } from '../../../../application/catalogue/lists.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { entryKey } from '../../../navigation/entry.ts';
import { ARRANGED } from '../../../routes/arranged.ts';
import { lazyComponent } from '../../../routes/lazy-screen.tsx';
import { membersRoute } from '../../../routes/parents.ts';
import type { Services } from '../../../services.ts';
import type { ListPageName } from './list-pages.ts';

const listScreens = async () => import('./list-screens.tsx');

/** The result of the loader of a list route. */
type OpenedAudios = OpenedList<ContentItem>;

/**
 * A page of titles, for the `component` of a route. All these pages share one chunk.
 *
 * @param useData the loader data of the route
 */
const lazyListScreen = (page: ListPageName, useData: () => OpenedAudios) =>
  lazyComponent(
    async () => (await listScreens()).ListScreen,
    (ListScreen) => <ListScreen page={page} data={useData()} />,
  );

/**
 * The route of a page of titles, which the listener may sort and filter. Its loader opens the list, or continues the one
 * that the history entry has shown (APP-1, APP-2). Every page of titles that can be arranged is made here.
 */
const listRoute = <const Path extends string>(
  path: Path,
  page: ListPageName,
  pick: (lists: Services['lists']) => ListSource<ContentItem>,
) => {
  const route = createRoute({
    getParentRoute: () => membersRoute,
    path,
    ...ARRANGED,
    loader: ({ context: { services, audioHistory }, location, deps: { arrangement } }): OpenedAudios =>
      audioHistory.open(entryKey(location), () => services.lists.open(pick(services.lists), arrangement)),
    component: lazyListScreen(page, (): OpenedAudios => route.useLoaderData()),
  });
  return route;
};

const libraryRoute = listRoute('/library', 'library', (lists) => lists.library);

const purchasedRoute = listRoute('/purchased', 'purchased', (lists) => lists.purchased);

const newReleasesRoute = listRoute('/new-releases', 'newReleases', (lists) => lists.newReleases);

const recommendedRoute = listRoute('/recommended', 'recommended', (lists) => lists.recommended);

const trendingRoute = listRoute('/trending', 'trending', (lists) => lists.trending);

const discountedRoute = listRoute('/discounted', 'discounted', (lists) => lists.discounted);

const curatedCollectionsRoute = listRoute(
  '/curated-collections',
  'curatedCollections',
  (lists) => lists.curatedCollections,
);

const quickListensRoute = listRoute('/quick-listens', 'quickListens', (lists) => lists.quickListens);

/** Always in the order of listening. */
const recentlyListenedRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/recently-listened',
  loader: ({ context: { services, audioHistory }, location }): OpenedAudios =>
    audioHistory.open(entryKey(location), () => services.lists.open(services.lists.recentlyListened)),
  component: lazyListScreen('recentlyListened', (): OpenedAudios => recentlyListenedRoute.useLoaderData()),
});

const favoritesRoute = listRoute('/favorites', 'favoriteAudios', (lists) => lists.favorites('audios'));

const favoritePodcastsRoute = listRoute('/favorite-podcasts', 'favoritePodcasts', (lists) =>
  lists.favorites('podcasts'),
);

const favoriteCollectionsRoute = listRoute('/favorite-curated-collections', 'favoriteCollections', (lists) =>
  lists.favorites('collections'),
);

const favoriteAuthorsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/favorite-authors',
  loader: ({ context: { services, authorHistory }, location }) =>
    authorHistory.open(entryKey(location), () => services.lists.open(services.lists.favoriteAuthors)),
  component: lazyComponent(
    async () => (await listScreens()).FavoriteAuthorsScreen,
    (FavoriteAuthorsScreen) => <FavoriteAuthorsScreen data={favoriteAuthorsRoute.useLoaderData()} />,
  ),
});

/** The lists of titles, and the listener's favorites. */
export const listRoutes = [
  libraryRoute,
  purchasedRoute,
  newReleasesRoute,
  recommendedRoute,
  trendingRoute,
  discountedRoute,
  curatedCollectionsRoute,
  quickListensRoute,
  recentlyListenedRoute,
  favoritesRoute,
  favoritePodcastsRoute,
  favoriteCollectionsRoute,
  favoriteAuthorsRoute,
] as const;
