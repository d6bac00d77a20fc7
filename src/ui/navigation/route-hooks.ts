import { useLocation, useMatches } from '@tanstack/react-router';

/** The kind of the current route: it needs a session, it is for visitors, or it is unknown (404). */
type Area = 'members' | 'visitors' | 'unknown';

export const useArea = (): Area =>
  useMatches({
    select: (matches): Area => {
      if (matches.some(({ routeId }) => routeId === '/members')) return 'members';
      return matches.some(({ routeId }) => routeId === '/visitors') ? 'visitors' : 'unknown';
    },
  });

/** True on a screen for visitors, if it is known that there is no session. */
export const useIsSignedOut = (): boolean =>
  useMatches({
    select: (matches) =>
      matches.some((match) => match.routeId === '/visitors' && match.context.session !== 'unknown'),
  });

/** The path of the results of a search. */
export const RESULTS = '/search-results';

/** The search term in the address; empty on every page but the results. */
export const useSearchedTerm = (): string =>
  useLocation({
    select: ({ pathname, searchStr }) =>
      pathname.startsWith(RESULTS) ? (new URLSearchParams(searchStr).get('q') ?? '') : '',
  });

/** Whether the page shows results of all categories, or of one. */
export const useIsOverview = (): boolean => useLocation({ select: ({ pathname }) => pathname === RESULTS });
