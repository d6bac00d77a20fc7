import { cut, type ItemQuery } from '../../catalogue/items.ts';
import {
  curatedCollections,
  discounted,
  newReleases,
  quickListens,
  trending,
} from '../../catalogue/shelves.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { ApiContext } from '../context.ts';
import { page } from '../fields.ts';
import { itemPage } from '../items.ts';
import { listenerOf } from '../session.ts';

/** The paged lists of the whole catalogue. */
export function listRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;
  const lists: readonly (readonly [string, () => ItemQuery])[] = [
    ['/new-releases', () => newReleases(db)],
    ['/trending', () => trending(db)],
    ['/quick-listens', () => quickListens(db)],
    ['/content/discounted', () => discounted(db, clock.now())],
    ['/featured-curated-collection', () => curatedCollections(db)],
  ];
  for (const [path, query] of lists) {
    server.get(path, { schema: { querystring: page(15) } }, async (request) =>
      itemPage(db, listenerOf(request), cut(query(), request.query).execute(), request.query),
    );
  }
}
