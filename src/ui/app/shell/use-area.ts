import { useMatches } from '@tanstack/react-router';

/** Where the listener is: on a route that needs a session, on one for visitors, or nowhere (404). */
export type Area = 'members' | 'visitors' | 'unknown';

export const useArea = (): Area =>
  useMatches({
    select: (matches): Area => {
      if (matches.some((match) => match.routeId === '/members')) return 'members';
      return matches.some((match) => match.routeId === '/visitors') ? 'visitors' : 'unknown';
    },
  });
