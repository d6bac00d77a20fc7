import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { rateLimiter } from '../http/rate-limit.ts';
import { ApiError } from '../http/errors.ts';

/** The longest body that any call needs: a report of a thousand items. */
export const LARGEST_BODY_BYTES = 256 * 1024;

/** More than a fast scrolling page requests, and less than what would slow down other listeners. */
export const REQUESTS_PER_SECOND = 300;

/** Refuses a network address that calls more often than a listener could. It may retry after a second. */
export function limitRate(server: FastifyInstance, clock: Clock, perSecond: number): void {
  const refuse = refuseBeyond(clock, perSecond);
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') await refuse(request, reply);
  });
}

/** A hook that refuses the requests of one network address beyond a rate. The caller may retry after a second. */
export function refuseBeyond(clock: Clock, perSecond: number) {
  const allow = rateLimiter(clock, perSecond);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (allow(request.ip)) return;
    reply.header('retry-after', '1');
    throw new ApiError(429, 'too-many-requests', 'Too many requests. Try again in a second.');
  };
}
