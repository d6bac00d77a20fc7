import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { entryKey } from './entry.ts';
import { isNewPage, onRendered, type RenderedNavigation } from './on-rendered.ts';
import { reloadPage, reloadPageQuietly } from './reload-page.ts';

/** The address of the page, and the ways to another one. Its values are not observed. */
export type Navigation = {
  readonly pathname: () => string;
  readonly search: () => object;
  /** The key of the history entry that is shown. */
  readonly entry: () => string;
  /** The title that the route of the page gives; undefined if its heading is the title. */
  readonly title: () => string | undefined;
  /** Goes to a route of the app. */
  readonly go: RegisteredRouter['navigate'];
  /** Goes to a path that is known only at run time. */
  readonly push: (path: string) => void;
  /** Like `push`, but back does not lead here again. */
  readonly replace: (path: string) => void;
  /** Fetches the code and the data of a route. */
  readonly preload: RegisteredRouter['preloadRoute'];
  /** Calls back before each navigation. Returns a function that ends this. */
  readonly onLeave: (left: (isForNewPage: boolean) => void) => () => void;
  /** Calls back after each navigation, as `onRendered` says. */
  readonly onRendered: (rendered: (navigation: RenderedNavigation) => void) => () => void;
  /** Loads the data of the page again, as `reloadPage` says. */
  readonly reload: () => Promise<void>;
  /** Loads the data of the page again without progress, as `reloadPageQuietly` says. */
  readonly reloadQuietly: () => Promise<void>;
};

const navigationOf = (router: RegisteredRouter): Navigation => {
  const { history, navigate, preloadRoute } = router;
  const location = () => router.state.location;
  return {
    pathname: () => location().pathname,
    search: () => location().search,
    entry: () => entryKey(location()),
    title: () => router.state.matches.at(-1)?.staticData.title,
    go: navigate,
    push: (path) => history.push(path),
    replace: (path) => history.replace(path),
    preload: preloadRoute,
    onLeave: (left) =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) =>
        left(fromLocation !== undefined && isNewPage(fromLocation, toLocation)),
      ),
    onRendered: (rendered) => onRendered(router, rendered),
    reload: async () => reloadPage(router),
    reloadQuietly: async () => reloadPageQuietly(router),
  };
};

/** The navigation of the page. The object of a component stays the same. */
export function useNavigation(): Navigation {
  const router = useRouter();
  return useMemo(() => navigationOf(router), [router]);
}
