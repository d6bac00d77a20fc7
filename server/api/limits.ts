import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { ApiError } from '../http/validation.ts';
import { type CheckRate, countRequests, limitRate } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';

/** The longest body that any call needs: a report of a thousand items. */
export const LARGEST_BODY_BYTES = 256 * 1024;

/** More than a fast scrolling page requests, and less than what would slow down other listeners. */
export const REQUESTS_PER_SECOND = 300;

/** Refuses a caller who calls more often than any listener would. */
export async function limitCalls(
  server: FastifyInstance,
  counts: RequestCounts,
  name: string,
  perSecond: number,
): Promise<void> {
  await countRequests(server, counts);
  server.addHook('onRequest', refuseBeyond(limitRate(server, name, perSecond)));
}

/** A hook that refuses requests beyond a limit, and names the seconds until the next try. */
export const refuseBeyond =
  (check: CheckRate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const seconds = await check(request);
    if (seconds === null) return;
    reply.header('retry-after', seconds);
    throw new ApiError(429, 'too-many-requests', 'Too many requests. Try again in a few seconds.');
  };

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
export function arrivalOf(request: FastifyRequest): number {
  const arrival = arrivals.get(request);
  if (arrival === undefined) throw new Error('The arrival of the request was not noted.');
  return arrival;
}

/**
 * Reads a body without a content type as JSON. The app sends no content type in the calls without a session.
 */
export function readUntypedBodies(server: FastifyInstance): void {
  // Fastify's name for "any other type", a missing one included.
  server.addContentTypeParser('*', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'));
}
