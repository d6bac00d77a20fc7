import { lazy } from '../service-table.ts';

/** What the views may use of the feature `history`. */
export const historyServices = {
  listHistory: lazy(
    async () => (await import('./list-history.ts')).ListHistory,
    ['open', 'close', 'clear', 'putBack'],
  ),
};
