import * as v from 'valibot';
import { idParams, text } from '../../api/fields.ts';
import { FeedError, type FeedRow } from '../../feeds/feeds.ts';
import { refreshedText } from '../../feeds/refresh.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext } from '../context.ts';
import { readBody } from '../fields.ts';
import { iso } from '../find-titles.ts';

const newFeed = v.strictObject({ url: v.pipe(text, v.trim(), v.minLength(1, 'must not be empty')) });

/** The podcasts that the provider reads. */
export function feedRoutes(server: ApiServer, { feeds }: StudioContext): void {
  server.get('/feeds', async () => ({ feeds: (await feeds.list()).map(wireFeed) }));

  server.post('/feeds', async (request, reply) => {
    const { url } = readBody(newFeed, request.body);
    try {
      return await reply.code(201).send({ feed: wireFeed(await feeds.add(url)) });
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      throw new ApiError(422, 'no-feed', error.message, 'url');
    }
  });

  server.post('/feeds/:id/refresh', { schema: { params: idParams } }, async (request) => {
    const [refreshed] = await known(feeds.refresh(request.params.id));
    if (refreshed === undefined) throw notFound('feed');
    return { outcome: refreshed.outcome, message: refreshedText(refreshed) };
  });

  server.delete('/feeds/:id', { schema: { params: idParams } }, async (request, reply) => {
    await known(feeds.remove(request.params.id));
    return reply.code(204).send();
  });
}

/** These calls fail expectedly only for an unknown id. */
async function known<Value>(result: Promise<Value>): Promise<Value> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof FeedError ? notFound('feed') : error;
  }
}

const wireFeed = ({ id, title, url, episodes, fetchedAt, nextAt, error, note }: FeedRow) => ({
  id,
  title,
  url,
  episodes,
  fetched_at: iso(fetchedAt),
  next_at: iso(nextAt),
  error: error ?? note,
});
