import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ItemQuery, StoredItem } from '../../catalogue/items.ts';
import {
  curatedCollections,
  discounted,
  newReleases,
  quickListens,
  trending,
} from '../../catalogue/shelves.ts';
import { subjects } from '../../catalogue/subjects.ts';
import type { ApiServer } from '../../http/validation.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { presentById } from '../items.ts';
import { listenerOf } from '../session.ts';

/** The number of titles on a shelf: three views of five. */
const SHELF = 15;
const MOST_CATEGORIES = 1000;

/** The home page in one response (CAT-97). */
export function browseRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get(
    '/browse',
    { schema: { summary: 'The shelves of the home page', response: { 200: answers.browse } } },
    async (request) => {
      const shelf = (query: ItemQuery) => jsonArrayFrom(query.limit(SHELF));
      // One statement for all shelves, because each statement costs time in the process and in the database.
      const home = await db
        .selectNoFrom([
          shelf(newReleases(db)).as('new_releases'),
          shelf(discounted(db, clock.now())).as('discounts'),
          shelf(trending(db)).as('trending'),
          shelf(curatedCollections(db)).as('curated_collections'),
          jsonArrayFrom(subjects(db, 'categories').limit(MOST_CATEGORIES)).as('categories'),
          jsonArrayFrom(subjects(db, 'authors').limit(SHELF)).as('authors'),
          shelf(quickListens(db)).as('quick_listens'),
        ])
        .executeTakeFirstOrThrow();
      const { categories, authors, ...shelves } = home;
      const items = await presentById(context, listenerOf(request), Object.values(shelves).flat());
      const shown = (rows: readonly StoredItem[]) => rows.flatMap(({ id }) => items.get(id) ?? []);
      return {
        new_releases: shown(shelves.new_releases),
        discounts: shown(shelves.discounts),
        trending: shown(shelves.trending),
        curated_collections: shown(shelves.curated_collections),
        categories,
        authors,
        quick_listens: shown(shelves.quick_listens),
      };
    },
  );
}
