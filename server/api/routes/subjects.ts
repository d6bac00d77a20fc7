import { pageOf } from '../../catalogue/items.ts';
import { ofAuthor } from '../../catalogue/shelves.ts';
import { subjectsOf } from '../../catalogue/subjects.ts';
import type { ApiServer } from '../../http/validation.ts';
import { isFavoriteAuthor } from '../../members/favorites.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { idParams, page } from '../fields.ts';
import { present } from '../items.ts';
import { listenerOf } from '../session.ts';
import { requireSubject } from '../subjects.ts';

/** Number of a person's titles in the response, which has no pages. */
const WORKS = 200;

/** Categories, topics and authors: the lists, and one of each by its id. */
export function subjectRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;
  const tables = [
    ['/categories', 'The categories', 'categories', 1000],
    ['/topics', 'The topics', 'topics', 50],
    ['/authors', 'The authors', 'authors', 15],
  ] as const;
  for (const [path, summary, table, usual] of tables) {
    server.get(
      path,
      { schema: { summary, querystring: page(usual), response: { 200: answers.subjectPage } } },
      async ({ query }) => pageOf(await subjectsOf(db, table, query), query),
    );
  }

  for (const [path, summary, table] of [
    ['/categories/:id', 'One category', 'categories'],
    ['/topics/:id', 'One topic', 'topics'],
  ] as const) {
    server.get(
      path,
      { schema: { summary, params: idParams, response: { 200: answers.subject } } },
      async ({ params }) => requireSubject(db, table, params.id),
    );
  }

  server.get(
    '/authors/:id',
    {
      schema: { summary: 'One author, with the titles', params: idParams, response: { 200: answers.author } },
    },
    async (request) => {
      const author = await requireSubject(db, 'authors', request.params.id);
      const sub = listenerOf(request);
      const [rows, is_favorite] = await Promise.all([
        ofAuthor(db, author.id, { limit: WORKS, next_page: 1 }).execute(),
        isFavoriteAuthor(db, sub, author.id),
      ]);
      return {
        ...author,
        is_favorite,
        content: await present(context, sub, rows.slice(0, WORKS)),
      };
    },
  );
}
