import type { ApiServer } from '../../http/validation.ts';
import { recommendedFor } from '../../members/recommendations.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { page } from '../fields.ts';
import { itemPage, present } from '../items.ts';
import { listenerOf } from '../session.ts';

const SHELF = 15;

/** Recommendations for a listener: on the home page, and as a list of its own. */
export function recommendationRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;

  server.get(
    '/for-you',
    { schema: { summary: 'Recommendations for the home page', response: { 200: answers.recommended } } },
    async (request) => {
      const sub = listenerOf(request);
      const rows = await recommendedFor(db, sub, { limit: SHELF, next_page: 1 });
      return { recommended: await present(context, sub, rows.slice(0, SHELF)) };
    },
  );

  server.get(
    '/for-you/recommended',
    {
      schema: { summary: 'All recommendations', querystring: page(15), response: { 200: answers.itemPage } },
    },
    async (request) => {
      const sub = listenerOf(request);
      return itemPage(context, sub, recommendedFor(db, sub, request.query), request.query);
    },
  );
}
