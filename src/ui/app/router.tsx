import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ListSource } from '../../application/catalogue/lists.ts';
import {
  type ArrangementQuery,
  arrangementQuery,
  readArrangement,
} from '../../domain/catalogue/arrangement.ts';
import {
  authorId,
  categoryId,
  contentId,
  narratorId,
  seriesId,
  topicId,
  type Author,
  type ContentItem,
  type Narrator,
  type Series,
} from '../../domain/catalogue/content.ts';
import { readPosition, type PositionQuery } from '../../domain/playback/share-link.ts';
import { Resource, loadedSoon } from '../components/resource/resource.ts';
import { requireNoSession, requireSession } from './guards.ts';
import { HistoryLists } from './history-lists.ts';
import { lazyComponent, lazyListScreen, type OpenedAudios, OpenedAccount } from './lazy-screen.tsx';
import { loadDetail, downloadsInTime, openSearch, signalOf } from './loaders.ts';
import type { ListPageName } from '../screens/catalogue/lists/list-pages.ts';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';
import { isInStudio, returnPath } from './return-path.ts';
import { groupsResources, namesResource } from '../screens/catalogue/lists/subject-resources.ts';
import { homeResources, HomeScreen, loadFirstCovers } from '../screens/catalogue/home/home-screen.tsx';
import { NotFoundScreen, ScreenError } from './error-screens.tsx';
import type { Services } from './services.ts';
import { Shell } from './shell/shell.tsx';

/*
 * Every route of the product. A route loads and shows its screen like this:
 *
 *   loader: ({ context: { services }, abortController }) =>
 *     loadedSoon({ topics: new Resource(services.loadPages.topics(signalOf(abortController))) }),
 *   component: lazyComponent(
 *     async () => (await import('../screens/catalogue/lists/subject-screens.tsx')).TopicsScreen,
 *     (TopicsScreen) => <TopicsScreen data={topicsRoute.useLoaderData()} />,
 *   ),
 *
 * A loader calls one use case that changes no state, because preloaded pages run their loaders too. The loader waits
 * only a moment for the result. The page gets a `Resource`, and shows a preloaded or cached result at once.
 * `signalOf(abortController)` cancels the request. The shell renders each screen inside its `main`. Each screen has one
 * h1. The h1 gets the focus after a navigation (APP-5). Its text is the document's title, unless `staticData.title`
 * names another.
 */

type RouterContext = {
  readonly services: Services;
  readonly audioHistory: HistoryLists<ContentItem>;
  readonly authorHistory: HistoryLists<Author>;
  readonly narratorHistory: HistoryLists<Narrator>;
  readonly seriesHistory: HistoryLists<Series>;
  /** Whether a path belongs to a route that needs a session. */
  readonly isMemberPath: (pathname: string) => boolean;
};

const arrangementOf = (search: Readonly<Record<string, unknown>>): ArrangementQuery =>
  arrangementQuery(readArrangement(search));

/** Opens the page as the listener has sorted and filtered it before, unless the address says how (CAT-237). */
const recallArrangement = ({
  context: { services },
  location: { pathname, searchStr },
}: {
  readonly context: RouterContext;
  readonly location: { readonly pathname: string; readonly searchStr: string };
}): void => {
  const recalled = searchStr === '' ? services.listPreferences.recall(pathname) : null;
  if (recalled !== null)
    redirect({ href: pathname + stringifyPlainSearch(recalled), replace: true, throw: true });
};

/** The page stays when its sort or its filters change. */
const withoutArrangement = (search: object): object =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => name !== 'sort' && !name.startsWith('filter.')),
  );

/** The options of a route whose address names a sort and filters. */
const ARRANGED = {
  validateSearch: arrangementOf,
  loaderDeps: ({ search }: { readonly search: ArrangementQuery }) => ({
    arrangement: readArrangement(search),
  }),
  beforeLoad: recallArrangement,
} as const;

/** Which lists of people and series have entries, for the tabs of these pages. */
const browsableSoon = (services: Services, abortController: AbortController) =>
  loadedSoon({ browsable: new Resource(services.loadPages.browsable(signalOf(abortController))) });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  // The shell is never remounted: the player in it must survive every navigation.
  remountDeps: () => [],
});

/* Routes that need a session */

const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'members',
  beforeLoad: async ({ context: { services }, location, cause }) => {
    await requireSession(services, location);
    // Runs in the background and never delays the page (SES-68).
    if (cause !== 'preload') void services.refreshUser.refreshOnRouteChange();
  },
});

const homeRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/',
  staticData: { title: 'Home' },
  loader: async ({ context: { services }, abortController }) => {
    const loading = services.loadPages.home(signalOf(abortController));
    void loadFirstCovers(loading, services.mediaUrl);
    const home = homeResources(loading);
    return loadedSoon(home, { together: home.together });
  },
  component: () => <HomeScreen data={homeRoute.useLoaderData()} />,
});

type SearchQuery = ArrangementQuery & { readonly q?: string | undefined };

const searchQuery = (search: Readonly<Record<string, unknown>>): SearchQuery => ({
  ...arrangementOf(search),
  q: text(search['q']),
});

const searchRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/search-results',
  validateSearch: searchQuery,
  loaderDeps: ({ search }) => ({ term: search.q?.trim() ?? '', arrangement: readArrangement(search) }),
  loader: ({ context, location, deps }) => openSearch(context, location, { ...deps, category: null }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/search-screen.tsx')).SearchScreen,
    (SearchScreen) => <SearchScreen data={searchRoute.useLoaderData()} />,
  ),
});

const categorySearchRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/search-results/$category',
  validateSearch: searchQuery,
  loaderDeps: ({ search }) => ({ term: search.q?.trim() ?? '', arrangement: readArrangement(search) }),
  loader: ({ context, location, deps, params: { category } }) =>
    openSearch(context, location, { ...deps, category }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/search-screen.tsx')).SearchScreen,
    (SearchScreen) => <SearchScreen data={categorySearchRoute.useLoaderData()} />,
  ),
});

const audioRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/audios/$id',
  validateSearch: (search): PositionQuery & { readonly said?: string | undefined } => ({
    chapter: text(search['chapter']),
    t: text(search['t']),
    said: text(search['said']),
  }),
  // The page stays when a linked position is removed from the address.
  remountDeps: ({ params }) => params,
  loader: ({ context: { services }, params: { id }, abortController }) =>
    loadedSoon({ detail: new Resource(loadDetail(services, contentId(id), signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/detail/audio-detail-screen.tsx')).AudioDetailScreen,
    (AudioDetailScreen) => (
      <AudioDetailScreen
        id={contentId(audioRoute.useParams().id)}
        data={audioRoute.useLoaderData()}
        position={readPosition(audioRoute.useSearch())}
        said={audioRoute.useSearch().said ?? null}
      />
    ),
  ),
});

const authorsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/authors',
  loader: async ({ context: { services, authorHistory }, location, abortController }) => ({
    opened: authorHistory.open(location, () => services.lists.open(services.lists.authors)),
    ...(await browsableSoon(services, abortController)),
  }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/browse-screens.tsx')).AuthorsScreen,
    (AuthorsScreen) => <AuthorsScreen data={authorsRoute.useLoaderData()} />,
  ),
});

const narratorsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/narrators',
  loader: async ({ context: { services, narratorHistory }, location, abortController }) => ({
    opened: narratorHistory.open(location, () => services.lists.open(services.lists.narrators)),
    ...(await browsableSoon(services, abortController)),
  }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/browse-screens.tsx')).NarratorsScreen,
    (NarratorsScreen) => <NarratorsScreen data={narratorsRoute.useLoaderData()} />,
  ),
});

const allSeriesRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/series',
  loader: async ({ context: { services, seriesHistory }, location, abortController }) => ({
    opened: seriesHistory.open(location, () => services.lists.open(services.lists.allSeries)),
    ...(await browsableSoon(services, abortController)),
  }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/browse-screens.tsx')).AllSeriesScreen,
    (AllSeriesScreen) => <AllSeriesScreen data={allSeriesRoute.useLoaderData()} />,
  ),
});

const authorRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/authors/$id',
  ...ARRANGED,
  loader: ({ context: { services }, params: { id }, deps: { arrangement }, abortController }) =>
    loadedSoon({
      author: new Resource(services.loadPages.author(authorId(id), arrangement, signalOf(abortController))),
    }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/author-screens.tsx')).AuthorScreen,
    (AuthorScreen) => (
      <AuthorScreen
        data={authorRoute.useLoaderData()}
        arrangement={readArrangement(authorRoute.useSearch())}
      />
    ),
  ),
});

const narratorRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/narrators/$id',
  ...ARRANGED,
  loader: ({ context: { services }, params: { id }, deps: { arrangement }, abortController }) =>
    loadedSoon({
      narrator: new Resource(
        services.loadPages.narrator(narratorId(id), arrangement, signalOf(abortController)),
      ),
    }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/author-screens.tsx')).NarratorScreen,
    (NarratorScreen) => (
      <NarratorScreen
        data={narratorRoute.useLoaderData()}
        arrangement={readArrangement(narratorRoute.useSearch())}
      />
    ),
  ),
});

const seriesRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/series/$id',
  loader: ({ context: { services }, params: { id }, abortController }) =>
    loadedSoon({ series: new Resource(services.loadPages.series(seriesId(id), signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/author-screens.tsx')).SeriesScreen,
    (SeriesScreen) => <SeriesScreen data={seriesRoute.useLoaderData()} />,
  ),
});

const categoriesRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/categories',
  loader: ({ context: { services }, abortController }) =>
    loadedSoon({ categories: new Resource(services.loadPages.categories(signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/subject-screens.tsx')).CategoriesScreen,
    (CategoriesScreen) => <CategoriesScreen data={categoriesRoute.useLoaderData()} />,
  ),
});

const categoryRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/categories/$id',
  ...ARRANGED,
  loader: async ({
    context: { services, audioHistory },
    location,
    params: { id },
    deps: { arrangement },
    abortController,
  }) => ({
    opened: audioHistory.open(location, () =>
      services.lists.open(services.lists.category(categoryId(id)), arrangement),
    ),
    groups: await loadedSoon(
      groupsResources(services.loadPages.category(categoryId(id), signalOf(abortController))),
    ),
  }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/subject-screens.tsx')).CategoryScreen,
    (CategoryScreen) => (
      <CategoryScreen id={categoryRoute.useParams().id} data={categoryRoute.useLoaderData()} />
    ),
  ),
});

const categoryTopicRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/categories-topics/$cid/$tid',
  ...ARRANGED,
  loader: async ({
    context: { services, audioHistory },
    location,
    params: { cid, tid },
    deps: { arrangement },
    abortController,
  }) => ({
    opened: audioHistory.open(location, () =>
      services.lists.open(services.lists.categoryTopic(categoryId(cid), topicId(tid)), arrangement),
    ),
    names: await loadedSoon(
      namesResource(
        services.loadPages.categoryTopicNames(categoryId(cid), topicId(tid), signalOf(abortController)),
      ),
    ),
  }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/subject-screens.tsx')).CategoryTopicScreen,
    (CategoryTopicScreen) => <CategoryTopicScreen data={categoryTopicRoute.useLoaderData()} />,
  ),
});

const topicsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/topics',
  loader: ({ context: { services }, abortController }) =>
    loadedSoon({ topics: new Resource(services.loadPages.topics(signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/subject-screens.tsx')).TopicsScreen,
    (TopicsScreen) => <TopicsScreen data={topicsRoute.useLoaderData()} />,
  ),
});

const topicRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/topics/$id',
  loader: ({ context: { services }, params: { id }, abortController }) =>
    loadedSoon(groupsResources(services.loadPages.topic(topicId(id), signalOf(abortController)))),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/subject-screens.tsx')).TopicScreen,
    (TopicScreen) => <TopicScreen id={topicRoute.useParams().id} data={topicRoute.useLoaderData()} />,
  ),
});

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
      audioHistory.open(location, () => services.lists.open(pick(services.lists), arrangement)),
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
    audioHistory.open(location, () => services.lists.open(services.lists.recentlyListened)),
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
    authorHistory.open(location, () => services.lists.open(services.lists.favoriteAuthors)),
  component: lazyComponent(
    async () => (await import('../screens/catalogue/lists/list-screens.tsx')).FavoriteAuthorsScreen,
    (FavoriteAuthorsScreen) => <FavoriteAuthorsScreen data={favoriteAuthorsRoute.useLoaderData()} />,
  ),
});

const bookmarksRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/bookmarks',
  component: lazyComponent(
    async () => (await import('../screens/bookmarks/bookmarks-screen.tsx')).BookmarksScreen,
    (BookmarksScreen) => <BookmarksScreen />,
  ),
});

const historyRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/history',
  loader: ({ context: { services } }) => {
    if (services.settings.links.mobileApp !== null) notFound({ throw: true });
  },
  component: lazyComponent(
    async () => (await import('../screens/history/history-screen.tsx')).HistoryScreen,
    (HistoryScreen) => <HistoryScreen />,
  ),
});

const listeningRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/listening',
  loader: ({ context: { services } }) => loadedSoon({ numbers: new Resource(services.loadListening.load()) }),
  component: lazyComponent(
    async () => (await import('../screens/listening/listening-screen.tsx')).ListeningScreen,
    (ListeningScreen) => <ListeningScreen data={listeningRoute.useLoaderData()} />,
  ),
});

const downloadsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/downloads',
  // The result is null if the code could not be fetched. The screen then fetches the code again.
  loader: async ({ context: { services } }) => {
    if (services.settings.links.mobileApp !== null) notFound({ throw: true });
    return downloadsInTime(services);
  },
  component: lazyComponent(
    async () => (await import('../screens/downloads/downloads-screen.tsx')).DownloadsScreen,
    (DownloadsScreen) => <DownloadsScreen opened={downloadsRoute.useLoaderData()} />,
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/account',
  // The result is null if the code could not be fetched. The screen then fetches the code again.
  loader: async ({ context: { services } }) => services.openAccount().catch(() => null),
  component: lazyComponent(
    async () => (await import('../screens/account/account-screen.tsx')).AccountScreen,
    (AccountScreen) => <OpenedAccount screen={AccountScreen} account={accountRoute.useLoaderData()} />,
  ),
});

/* Routes for visitors */

const visitorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  validateSearch: (search): { readonly from?: string | undefined } => ({ from: text(search['from']) }),
  beforeLoad: async ({ context: { services, isMemberPath }, search }) => {
    const onwards = returnPath(search.from, window.location.origin, isMemberPath);
    return { session: await requireNoSession(services, onwards), onwards };
  },
});

const loginRoute = createRoute({
  getParentRoute: () => visitorsRoute,
  path: '/login',
  staticData: { title: 'Sign In' },
  loader: ({ context: { services, session, onwards } }) => ({
    session,
    onwards,
    hostedFailure: services.session.takeArrivalFailure(),
    endedBecause: session === 'signed-out' ? services.sessionEnd.reason : null,
  }),
  component: lazyComponent(
    async () => (await import('../screens/session/login-screen.tsx')).LoginScreen,
    (LoginScreen) => <LoginScreen data={loginRoute.useLoaderData()} />,
  ),
});

const createAccountRoute = createRoute({
  getParentRoute: () => visitorsRoute,
  path: '/create',
  component: lazyComponent(
    async () => (await import('../screens/session/create-screen.tsx')).CreateScreen,
    (CreateScreen) => <CreateScreen />,
  ),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => visitorsRoute,
  path: '/forgot-password',
  component: lazyComponent(
    async () => (await import('../screens/session/forgot-password-screen.tsx')).ForgotPasswordScreen,
    (ForgotPasswordScreen) => <ForgotPasswordScreen />,
  ),
});

const routeTree = rootRoute.addChildren([
  membersRoute.addChildren([
    homeRoute,
    searchRoute,
    categorySearchRoute,
    audioRoute,
    authorsRoute,
    authorRoute,
    narratorsRoute,
    narratorRoute,
    allSeriesRoute,
    seriesRoute,
    categoriesRoute,
    categoryRoute,
    categoryTopicRoute,
    topicsRoute,
    topicRoute,
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
    bookmarksRoute,
    historyRoute,
    listeningRoute,
    downloadsRoute,
    accountRoute,
  ]),
  visitorsRoute.addChildren([loginRoute, createAccountRoute, forgotPasswordRoute]),
]);

/**
 * Creates the router of the application. Call it once.
 *
 * @param history the browser's history if absent
 */
export function createAppRouter(services: Services, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: {
      services,
      audioHistory: new HistoryLists<ContentItem>(services.user),
      authorHistory: new HistoryLists<Author>(services.user),
      narratorHistory: new HistoryLists<Narrator>(services.user),
      seriesHistory: new HistoryLists<Series>(services.user),
      isMemberPath: (pathname): boolean => {
        const [matched, , found] = router.getMatchedRoutes(pathname);
        const isMembers = found !== undefined && matched.some((route) => route.id === membersRoute.id);
        return isMembers || isInStudio(pathname);
      },
    },
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    // Only the response cache stores results. The data of a page is dropped when the listener leaves it, and reused
    // while the page stays (a change of the hash loads nothing).
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultGcTime: 0,
    // A link under the pointer preloads its route; the click then uses the preloaded data (CAT-48).
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 5000,
    defaultPreloadGcTime: 5000,
    // Another item or another search is another page, even on the same screen.
    defaultRemountDeps: ({ params, search }) => ({ params, search: withoutArrangement(search) }),
    // `navigation/restore-scroll.ts` handles scrolling.
    scrollRestoration: false,
    defaultHashScrollIntoView: false,
    defaultErrorComponent: ScreenError,
    notFoundMode: 'root',
  });
  // Without this option, the router scrolls to the top after each render, even when only a part of a page was reloaded.
  // If the option is set at creation, the router restores scroll positions itself. So the option is set here.
  router.update({ ...router.options, scrollRestoration: () => false });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }

  interface StaticDataRouteOption {
    /** The document's title before the product name; if absent, the text of the h1. */
    readonly title?: string;
  }
}
