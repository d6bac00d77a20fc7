import * as v from 'valibot';
import { cut } from '../../catalogue/items.ts';
import { childrenOf } from '../../catalogue/shelves.ts';
import type { ContentType } from '../../catalogue/types.ts';
import { notFound } from '../../http/errors.ts';
import type { ApiServer } from '../../http/validation.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { id, limit, nextPage } from '../fields.ts';
import { itemPage } from '../items.ts';
import { listenerOf } from '../session.ts';

const PODCAST = 3;
const COLLECTION = 5;

/** The tracks of a collection and the episodes of a podcast, in their order. */
export function partRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;

  const tracksQuery = v.object({ cid: id, limit: limit('1000'), next_page: nextPage });
  server.get(
    '/curated-collection-tracks',
    {
      schema: {
        summary: 'The tracks of a collection',
        querystring: tracksQuery,
        response: { 200: answers.itemPage },
      },
    },
    async (request) => {
      const { query } = request;
      await requireParent(query.cid, COLLECTION, 'collection');
      return itemPage(context, listenerOf(request), cut(childrenOf(db, query.cid), query).execute(), query);
    },
  );

  const episodesQuery = v.object({ pid: id, limit: limit('50'), next_page: nextPage });
  server.get(
    '/podcast-episodes',
    {
      schema: {
        summary: 'The episodes of a podcast',
        querystring: episodesQuery,
        response: { 200: answers.itemPage },
      },
    },
    async (request) => {
      const { query } = request;
      await requireParent(query.pid, PODCAST, 'podcast');
      return itemPage(context, listenerOf(request), cut(childrenOf(db, query.pid), query).execute(), query);
    },
  );

  async function requireParent(parentId: string, type: ContentType, what: string): Promise<void> {
    const parent = await db
      .selectFrom('items')
      .select('content_type')
      .where('id', '=', parentId)
      .executeTakeFirst();
    if (parent?.content_type !== type) throw notFound(what);
  }
}
