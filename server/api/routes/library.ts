import type { ApiServer } from '../../http/validation.ts';
import { libraryOf } from '../../members/listener-items.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { page } from '../fields.ts';
import { itemPage } from '../items.ts';
import { listenerOf } from '../session.ts';

/** The listener's library in one list. */
export function libraryRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;
  server.get(
    '/library',
    {
      schema: {
        summary: 'Every title that was saved, bought or started',
        querystring: page(1000),
        response: { 200: answers.itemPage },
      },
    },
    async (request) => {
      const sub = listenerOf(request);
      return itemPage(context, sub, libraryOf(db, sub, request.query), request.query);
    },
  );
}
