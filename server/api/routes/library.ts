import { page } from '../fields.ts';
import type { ApiContext } from '../context.ts';
import { itemPage } from '../items.ts';
import { libraryOf } from '../listener-items.ts';
import { listenerOf } from '../session.ts';
import type { ApiServer } from '../validation.ts';

/** The listener's library in one list. */
export function libraryRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;
  server.get('/library', { schema: { querystring: page(1000) } }, async (request) => {
    const sub = listenerOf(request);
    return itemPage(db, sub, libraryOf(db, sub, request.query), request.query);
  });
}
