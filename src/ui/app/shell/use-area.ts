import { useMatches } from '@tanstack/react-router';

/** The kind of the current route: it needs a session, it is for visitors, or it is unknown (404). */
export type Area = 'members' | 'visitors' | 'unknown';

export const useArea = (): Area =>
  useMatches({
    select: (matches): Area => {
      if (matches.some((match) => match.routeId === '/members')) return 'members';
      return matches.some((match) => match.routeId === '/visitors') ? 'visitors' : 'unknown';
    },
  });
