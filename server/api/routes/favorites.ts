import * as v from 'valibot';
import { id, limit, nextPage, page } from '../fields.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { cut, itemPage, pageOf } from '../items.ts';
import { favoritesOf } from '../listener-items.ts';
import { listenerOf } from '../session.ts';
import { requireOne } from '../subjects.ts';
import type { ApiServer } from '../validation.ts';

/** The listener's favourites and followed authors. Saving twice has the same effect as saving once. */
export function favoriteRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  const savedContent = v.object({ content_id: id, is_favorite: v.boolean() });
  server.post('/favorites/content', { schema: { body: savedContent } }, async (request) => {
    const { content_id, is_favorite } = request.body;
    const sub = listenerOf(request);
    const item = await db.selectFrom('items').select('id').where('id', '=', content_id).executeTakeFirst();
    if (item === undefined) throw notFound('content');
    if (is_favorite) {
      await db
        .insertInto('favorite_items')
        .values({ sub, item_id: item.id, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['sub', 'item_id']).doNothing())
        .execute();
    } else {
      await db.deleteFrom('favorite_items').where('sub', '=', sub).where('item_id', '=', item.id).execute();
    }
    return { content_id, is_favorite };
  });

  const contentQuery = v.object({
    podcast: v.optional(v.picklist(['0', '1']), '0'),
    limit: limit('25'),
    next_page: nextPage,
  });
  server.get('/favorites/content', { schema: { querystring: contentQuery } }, async (request) => {
    const { query } = request;
    const sub = listenerOf(request);
    return itemPage(db, sub, cut(favoritesOf(db, sub, query.podcast === '1'), query).execute(), query);
  });

  const followedAuthor = v.object({ author_id: id, is_favorite: v.boolean() });
  server.post('/favorites/authors', { schema: { body: followedAuthor } }, async (request) => {
    const { author_id, is_favorite } = request.body;
    const sub = listenerOf(request);
    await requireOne(db, 'authors', author_id);
    if (is_favorite) {
      await db
        .insertInto('favorite_authors')
        .values({ sub, author_id, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['sub', 'author_id']).doNothing())
        .execute();
    } else {
      await db
        .deleteFrom('favorite_authors')
        .where('sub', '=', sub)
        .where('author_id', '=', author_id)
        .execute();
    }
    return { author_id, is_favorite };
  });

  server.get('/favorites/authors', { schema: { querystring: page(25) } }, async (request) => {
    const rows = await cut(
      db
        .selectFrom('favorite_authors')
        .innerJoin('authors', 'authors.id', 'favorite_authors.author_id')
        .select(['authors.id', 'authors.name', 'authors.img_url'])
        .where('favorite_authors.sub', '=', listenerOf(request))
        .orderBy('favorite_authors.created_at', 'desc')
        .orderBy('authors.id'),
      request.query,
    ).execute();
    return pageOf(rows, request.query);
  });
}
