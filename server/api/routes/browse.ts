import {
  curatedCollections,
  discounted,
  newReleases,
  quickListens,
  trending,
} from '../../catalogue/shelves.ts';
import { subjectsOf } from '../../catalogue/subjects.ts';
import type { ApiServer } from '../../http/validation.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { present } from '../items.ts';
import { listenerOf } from '../session.ts';

/** The number of titles on a shelf: three views of five. */
const SHELF = 15;
const MOST_CATEGORIES = 1000;

/** The home page in one response. */
export function browseRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get(
    '/browse',
    { schema: { summary: 'The shelves of the home page', response: { 200: answers.browse } } },
    async (request) => {
      const [shelves, categories, authors] = await Promise.all([
        Promise.all(
          [
            newReleases(db),
            discounted(db, clock.now()),
            trending(db),
            curatedCollections(db),
            quickListens(db),
          ].map((shelf) => shelf.limit(SHELF).execute()),
        ),
        subjectsOf(db, 'categories', { limit: MOST_CATEGORIES, next_page: 1 }),
        subjectsOf(db, 'authors', { limit: SHELF, next_page: 1 }),
      ]);
      // One query fetches the listener's own fields for all shelves.
      const items = await present(db, listenerOf(request), shelves.flat());
      const byId = new Map(items.map((item) => [item.id, item]));
      const [new_releases, discounts, popular, curated_collections, quick_listens] = shelves.map((rows) =>
        rows.flatMap(({ id }) => byId.get(id) ?? []),
      );
      return {
        new_releases,
        discounts,
        trending: popular,
        curated_collections,
        categories,
        authors: authors.slice(0, SHELF),
        quick_listens,
      };
    },
  );
}
