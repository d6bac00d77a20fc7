import * as v from 'valibot';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContentType } from '../../catalogue/types.ts';
import type { ApiServer } from '../../http/validation.ts';
import { inProgressOf } from '../../members/listener-items.ts';
import {
  FASTEST_SPEED,
  positionOf,
  savePositions,
  SLOWEST_SPEED,
} from '../../members/listening-positions.ts';
import * as responses from '../response-schemas.ts';
import { type ApiContext, listenerOf } from '../context.ts';
import { admitToRows, itemPage } from '../listener-fields.ts';
import { id, idParams, limit, milliseconds, nextPage } from '../parameters.ts';
import type { Clock } from '../../clock.ts';

const arrivals = new WeakMap<FastifyRequest, number>();

/** A part of a millisecond, so that two requests of one millisecond keep their order. */
const STEP_MS = 0.001;

/** Notes when each request arrives. Its body, its session and the database may take long after that. */
export function noteArrivals(server: FastifyInstance, clock: Clock): void {
  let last = 0;
  server.addHook('onRequest', (request, _reply, done) => {
    const now = clock.now();
    last = Math.floor(last) === now ? last + STEP_MS : now;
    arrivals.set(request, last);
    done();
  });
}

/** When the request arrived, in epoch milliseconds with fractions. No two requests of a process have the same moment. */
function arrivalOf(request: FastifyRequest): number {
  const arrival = arrivals.get(request);
  if (arrival === undefined) throw new Error('The arrival of the request was not noted.');
  return arrival;
}

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

const contentType = v.picklist([0, 1, 2, 3, 4, 5, 6] satisfies ContentType[]);

// 0.6 to 2.5 in steps of 0.1, as exact decimals.
const speed = v.pipe(
  v.number(),
  v.minValue(SLOWEST_SPEED),
  v.maxValue(FASTEST_SPEED),
  v.check((value) => Math.round(value * 10) / 10 === value, 'must be a whole number of tenths'),
);

/** How long ago the listener was there. A device that was offline for long may deliver reports of long ago. */
export const age = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(YEAR_MS)), 0);

const listened = { id, playback_speed: speed, content_type: contentType, age };
const report = v.union(
  [
    v.object({
      ...listened,
      chapter_index: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
      chapter_position: milliseconds,
    }),
    v.object({ ...listened, last_position: milliseconds }),
  ],
  'must hold id, playback_speed, content_type, and either chapter_index with chapter_position or last_position',
);
const reports = v.pipe(v.array(report), v.minLength(1), v.maxLength(1000));

const activeQuery = v.object({
  active: v.optional(v.literal('1')),
  limit: limit('15'),
  next_page: nextPage,
});

/** The listener's position in each item. */
export function playbackRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.post(
    '/user/content',
    {
      schema: {
        summary: 'Reports where the listener is in some titles',
        body: reports,
        response: { 200: responses.done },
      },
    },
    async (request) => {
      const times = { arrivedAt: arrivalOf(request), now: clock.now() };
      await savePositions(db, listenerOf(request), request.body, times);
      return { ok: true };
    },
  );

  server.get(
    '/user/content',
    {
      schema: {
        summary: 'The titles that were started and not finished',
        querystring: activeQuery,
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    async (request) => {
      const { query } = request;
      const { sub, rows, owned } = await admitToRows(request, (own) => inProgressOf(db, own, query));
      return itemPage(context, sub, rows, query, owned);
    },
  );

  server.get(
    '/user/playing-data/:id',
    {
      schema: {
        summary: 'Where the listener is in a title',
        params: idParams,
        response: { 200: responses.playbackResponse },
      },
      config: { admits: true },
    },
    async (request) => {
      const { rows } = await admitToRows(request, (own) => positionOf(db, own, request.params.id));
      const [record] = rows;
      // A missing record is normal. With a 404, the browser would log an error at every first listen.
      if (record === undefined) return {};
      return { ...record, updated_at: new Date(record.updated_at).toISOString() };
    },
  );
}
