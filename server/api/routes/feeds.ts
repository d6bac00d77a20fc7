import * as v from 'valibot';
import { ApiError, type ApiServer, notFound } from '../../http/validation.ts';
import {
  addFeed,
  feedPath,
  feedsOf,
  hasTarget,
  type TitledFeed,
  MOST_FEEDS,
  renameFeed,
  renewFeed,
  revokeFeed,
} from '../../private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import * as responses from '../response-schemas.ts';
import { type ApiContext, listenerOf } from '../context.ts';
import { id, idParams, plain } from '../parameters.ts';

export const LONGEST_NAME = 60;

const name = v.pipe(plain, v.trim(), v.maxLength(LONGEST_NAME));
const newFeed = v.union(
  [
    v.object({ kind: v.picklist(['item', 'series', 'collection']), id, name }),
    v.object({ kind: v.picklist(['saved', 'all']), name }),
  ],
  'must hold kind and name, and id for an item, a series or a collection',
);

const nameTaken = () => new ApiError(409, 'name-taken', 'The listener has a feed of this name.');

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const wireFeed = (feed: TitledFeed) => ({
  id: feed.id,
  kind: feed.kind,
  name: feed.name,
  title: feed.title,
  created: isoOrNull(feed.created_at),
  last_used: isoOrNull(feed.last_used_at),
  last_app: feed.last_app,
  paused: feed.paused_at !== null,
});

/** The listener's addresses for other apps (FEED-1). */
export function feedRoutes(server: ApiServer, context: ApiContext): void {
  const { clock } = context;
  const db = context.db.withTables<PrivateFeedTables>();

  server.get(
    '/user/feeds',
    { schema: { summary: "The listener's feeds for other apps", response: { 200: responses.feeds } } },
    async (request) => ({ feeds: (await feedsOf(db, listenerOf(request))).map(wireFeed) }),
  );

  server.post(
    '/user/feeds',
    {
      schema: {
        summary: 'Makes a feed for other apps, with a secret address',
        body: newFeed,
        response: { 200: responses.newFeed },
      },
    },
    async (request) => {
      const { kind, name: called, ...body } = request.body;
      const target = 'id' in body ? body.id : null;
      if (target !== null && !(await hasTarget(db, kind, target))) throw notFound('content');
      const asked = { kind, id: target, name: called };
      const made = await addFeed(db, listenerOf(request), asked, clock.now());
      if (made === 'too-many') {
        throw new ApiError(409, 'too-many-feeds', `A listener has at most ${MOST_FEEDS} feeds. Revoke one.`);
      }
      if (made === 'name-taken') throw nameTaken();
      return { ...wireFeed(made.feed), url: request.publicOrigin + feedPath(made.secret) };
    },
  );

  server.post(
    '/user/feeds/:id/renew',
    {
      schema: {
        summary: 'Gives a feed a new address. The one before ends',
        params: idParams,
        body: v.strictObject({}),
        response: { 200: responses.newFeed },
      },
    },
    async (request) => {
      const renewed = await renewFeed(db, listenerOf(request), request.params.id, clock.now());
      if (renewed === null) throw notFound('feed');
      return { ...wireFeed(renewed.feed), url: request.publicOrigin + feedPath(renewed.secret) };
    },
  );

  server.put(
    '/user/feeds/:id',
    {
      schema: {
        summary: 'Gives a feed another name. Its address stays',
        params: idParams,
        body: v.object({ name }),
        response: { 200: responses.done },
      },
    },
    async (request) => {
      const renamed = await renameFeed(db, listenerOf(request), request.params.id, request.body.name);
      if (renamed === 'missing') throw notFound('feed');
      if (renamed === 'name-taken') throw nameTaken();
      return { ok: true };
    },
  );

  server.delete(
    '/user/feeds/:id',
    { schema: { summary: 'Revokes a feed', params: idParams, response: { 200: responses.done } } },
    async (request) => {
      if (!(await revokeFeed(db, listenerOf(request), request.params.id))) throw notFound('feed');
      return { ok: true };
    },
  );
}
