import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import type { Author, ContentItem, Narrator, Series } from '../../domain/catalogue/content.ts';
import type { HistoryLists } from '../navigation/history-lists.ts';
import { returnPath } from '../navigation/return-path.ts';
import type { Services } from '../services.ts';
import { requireNoSession, requireSession } from './guards.ts';
import { textOf } from './loading.ts';

/*
 * The parents of every route, and what the router gives to them. A route stands in `routes.tsx` beside its screen, or in
 * `…-routes.tsx` if one folder has several groups. `app/router.tsx` has it in the tree. It loads and shows its screen like this:
 *
 *   getParentRoute: () => membersRoute,
 *   path: '/topics',
 *   loader: ({ context: { services }, abortController }) =>
 *     loadedSoon({ topics: new Resource(services.loadPages.topics(signalOf(abortController))) }),
 *   component: lazyComponent(
 *     async () => (await import('./subject-screens.tsx')).TopicsScreen,
 *     (TopicsScreen) => <TopicsScreen data={topicsRoute.useLoaderData()} />,
 *   ),
 *
 * A loader calls one use case that changes no state, because preloaded pages run their loaders too. The loader waits
 * only a moment for the result. The page gets a `Resource`, and shows a preloaded or cached result at once.
 * `signalOf(abortController)` cancels the request. The shell renders each screen inside its `main`. Each screen has one
 * h1. The h1 gets the focus after a navigation (APP-5). Its text is the document's title, unless `staticData.title`
 * names another.
 */

export type RouterContext = {
  readonly services: Services;
  readonly audioHistory: HistoryLists<ContentItem>;
  readonly authorHistory: HistoryLists<Author>;
  readonly narratorHistory: HistoryLists<Narrator>;
  readonly seriesHistory: HistoryLists<Series>;
  /** Whether a path belongs to a route that needs a session. */
  readonly isMemberPath: (pathname: string) => boolean;
};

/** The root of all routes. The router gives it the shell. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // The shell is never remounted: the player in it must survive every navigation.
  remountDeps: () => [],
});

/** The parent of the routes that need a session. */
export const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'members',
  beforeLoad: async ({ context: { services }, location, cause }) => {
    await requireSession(services, location);
    // Runs in the background and never delays the page (SES-68).
    if (cause !== 'preload') void services.refreshUser.refreshOnRouteChange();
  },
});

/** The parent of the routes for visitors. */
export const visitorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  validateSearch: (search): { readonly from?: string | undefined } => ({ from: textOf(search['from']) }),
  beforeLoad: async ({ context: { services, isMemberPath }, search }) => {
    const onwards = returnPath(search.from, window.location.origin, isMemberPath);
    return { session: await requireNoSession(services, onwards), onwards };
  },
});
