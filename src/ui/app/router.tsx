import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { Author, ContentItem, Narrator, Series } from '../../domain/catalogue/content.ts';
import { HistoryLists } from '../navigation/history-lists.ts';
import { parsePlainSearch, stringifyPlainSearch } from '../navigation/plain-search.ts';
import { isInStudio } from '../navigation/return-path.ts';
import { withoutArrangement } from '../routes/arranged.ts';
import { membersRoute, rootRoute, visitorsRoute } from '../routes/parents.ts';
import { accountRoute } from '../screens/account/routes.tsx';
import { bookmarksRoute } from '../screens/bookmarks/routes.tsx';
import { audioRoute } from '../screens/catalogue/detail/routes.tsx';
import { homeRoute } from '../screens/catalogue/home/routes.tsx';
import { listRoutes } from '../screens/catalogue/lists/list-routes.tsx';
import { peopleRoutes } from '../screens/catalogue/lists/people-routes.tsx';
import { searchRoutes } from '../screens/catalogue/lists/search-routes.tsx';
import { subjectRoutes } from '../screens/catalogue/lists/subject-routes.tsx';
import { downloadsRoute } from '../screens/downloads/routes.tsx';
import { NotFoundScreen, ScreenError } from '../screens/errors/error-screens.tsx';
import { historyRoute } from '../screens/history/routes.tsx';
import { listeningRoute } from '../screens/listening/routes.tsx';
import { sessionRoutes } from '../screens/session/routes.tsx';
import type { Services } from '../services.ts';
import { Shell } from './shell/shell.tsx';

/*
 * The tree of the routes. Each route stands beside its screen; `routes/parents.ts` says how one is written.
 */
const routeTree = rootRoute
  .update({ component: Shell, notFoundComponent: NotFoundScreen })
  .addChildren([
    membersRoute.addChildren([
      homeRoute,
      ...searchRoutes,
      audioRoute,
      ...peopleRoutes,
      ...subjectRoutes,
      ...listRoutes,
      bookmarksRoute,
      historyRoute,
      listeningRoute,
      downloadsRoute,
      accountRoute,
    ]),
    visitorsRoute.addChildren(sessionRoutes),
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
