import { pageOf } from '../../catalogue/items.ts';
import { ofAuthor } from '../../catalogue/shelves.ts';
import { subjectsOf } from '../../catalogue/subjects.ts';
import type { ApiServer } from '../../http/validation.ts';
import { isFavoriteAuthor } from '../../members/favorites.ts';
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
    ['/categories', 'categories', 1000],
    ['/topics', 'topics', 50],
    ['/authors', 'authors', 15],
  ] as const;
  for (const [path, table, usual] of tables) {
    server.get(path, { schema: { querystring: page(usual) } }, async ({ query }) =>
      pageOf(await subjectsOf(db, table, query), query),
    );
  }

  for (const [path, table] of [
    ['/categories/:id', 'categories'],
    ['/topics/:id', 'topics'],
  ] as const) {
    server.get(path, { schema: { params: idParams } }, async ({ params }) =>
      requireSubject(db, table, params.id),
    );
  }

  server.get('/authors/:id', { schema: { params: idParams } }, async (request) => {
    const author = await requireSubject(db, 'authors', request.params.id);
    const sub = listenerOf(request);
    const [rows, is_favorite] = await Promise.all([
      ofAuthor(db, author.id, { limit: WORKS, next_page: 1 }).execute(),
      isFavoriteAuthor(db, sub, author.id),
    ]);
    return {
      ...author,
      is_favorite,
      content: await present(db, sub, rows.slice(0, WORKS)),
    };
  });
}
