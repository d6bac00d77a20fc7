import type { ApiContext } from '../context.ts';
import { type ItemQuery, present } from '../items.ts';
import { listenerOf } from '../session.ts';
import { curatedCollections, discounted, newReleases, quickListens, trending } from '../shelves.ts';
import type { ApiServer } from '../validation.ts';

/** A carousel shows five at a time: three turns of it. */
const SHELF = 15;

/** The home page in one answer (section 3, browse response). */
export function browseRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get('/browse', async (request) => {
    const sub = listenerOf(request);
    const shelf = async (query: ItemQuery) => present(db, sub, await query.limit(SHELF).execute());
    const [new_releases, discounts, popular, curated_collections, quick_listens, categories, authors] =
      await Promise.all([
        shelf(newReleases(db)),
        shelf(discounted(db, clock.now())),
        shelf(trending(db)),
        shelf(curatedCollections(db)),
        shelf(quickListens(db)),
        db
          .selectFrom('categories')
          .select(['id', 'name', 'img_url'])
          .orderBy('position')
          .orderBy('id')
          .execute(),
        db
          .selectFrom('authors')
          .select(['id', 'name', 'img_url'])
          .orderBy('position')
          .orderBy('id')
          .limit(SHELF)
          .execute(),
      ]);
    return {
      new_releases,
      discounts,
      trending: popular,
      curated_collections,
      categories,
      authors,
      quick_listens,
    };
  });
}
