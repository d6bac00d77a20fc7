import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from './context.ts';
import { ApiError } from '../http/errors.ts';

const subs = new WeakMap<FastifyRequest, string>();

/** The listener whose token the request bears; only for routes behind `requireSession`. */
export function listenerOf(request: FastifyRequest): string {
  const sub = subs.get(request);
  if (sub === undefined) throw new ApiError(401, 'unauthorized', 'User is not authenticated');
  return sub;
}

/** A hook that answers 401 unless the pool accepts the bearer token at this moment. */
export function requireSession(context: ApiContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) {
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError(401, 'unauthorized', 'User is not authenticated');
    }
    const check = await context.pool.verifyAccessToken(token);
    if (!check.ok) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new ApiError(401, 'invalid-token', `The access token does not count: ${check.reason}.`);
    }
    subs.set(request, check.sub);
  };
}
