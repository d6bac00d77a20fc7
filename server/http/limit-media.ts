import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { rateLimiter } from './rate-limit.ts';

/** Requests of one network address in a second. More than a page of covers needs while it scrolls. */
const REQUESTS_PER_SECOND = 300;

/** Answers 429 without a body if a network address requests media too often. */
export function limitMedia(
  app: FastifyInstance,
  clock: Clock,
  requestsPerSecond: number = REQUESTS_PER_SECOND,
): void {
  const allow = rateLimiter(clock, requestsPerSecond);
  app.addHook('onRequest', async (request, reply) => {
    if (allow(request.ip)) return undefined;
    return reply.code(429).headers({ 'retry-after': '1', 'cache-control': 'no-store' }).send();
  });
}
