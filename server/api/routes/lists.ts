import { cut, type ItemQuery } from '../../catalogue/items.ts';
import {
  curatedCollections,
  discounted,
  newReleases,
  quickListens,
  trending,
} from '../../catalogue/shelves.ts';
import type { ApiServer } from '../../http/validation.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { page } from '../fields.ts';
import { itemPage } from '../items.ts';
import { listenerOf } from '../session.ts';

/** The paged lists of the whole catalogue. */
export function listRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;
  const lists: readonly (readonly [string, string, () => ItemQuery])[] = [
    ['/new-releases', 'The newest titles', () => newReleases(db)],
    ['/trending', 'The most popular titles', () => trending(db)],
    ['/quick-listens', 'Titles of 30 minutes or less', () => quickListens(db)],
    ['/content/discounted', 'Titles with a discount at this moment', () => discounted(db, clock.now())],
    ['/featured-curated-collection', 'The collections', () => curatedCollections(db)],
  ];
  for (const [path, summary, query] of lists) {
    server.get(
      path,
      { schema: { summary, querystring: page(15), response: { 200: answers.itemPage } } },
      async (request) =>
        itemPage(context, listenerOf(request), cut(query(), request.query).execute(), request.query),
    );
  }
}
