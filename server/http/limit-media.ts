import type { FastifyInstance } from 'fastify';
import { countRequests, limitRate, refuseBriefly } from './rate-limit.ts';
import type { RequestCounts } from './request-counts.ts';

/** Requests of one network address in a second. More than a page of covers needs while it scrolls. */
const REQUESTS_PER_SECOND = 300;

/** Answers 429 without a body if a network address requests media too often. */
export async function limitMedia(
  app: FastifyInstance,
  counts: RequestCounts,
  requestsPerSecond: number = REQUESTS_PER_SECOND,
): Promise<void> {
  await countRequests(app, counts);
  app.addHook('onRequest', refuseBriefly(limitRate(app, 'media', requestsPerSecond)));
}
