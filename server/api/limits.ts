import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/validation.ts';
import type { CheckRate } from '../http/rate-limit.ts';

/** More than a fast scrolling page requests, and less than what would slow down other listeners. */
export const REQUESTS_PER_SECOND = 300;

/** A hook that refuses requests beyond a limit, and names the seconds until the next try. */
export const refuseBeyond =
  (check: CheckRate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const seconds = await check(request);
    if (seconds === null) return;
    reply.header('retry-after', seconds);
    throw new ApiError(429, 'too-many-requests', 'Too many requests. Try again in a few seconds.');
  };
