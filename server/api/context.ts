import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ItemDocuments } from '../catalogue/documents.ts';
import type { Clock } from '../clock.ts';
import { ApiError } from '../http/validation.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { Database } from '../members/tables.ts';
import type { Pool } from '../pool/index.ts';

export interface ApiContext {
  readonly db: Database;
  readonly documents: ItemDocuments;
  readonly clock: Clock;
  readonly pool: Pick<Pool, 'verifyAccessToken' | 'sendForgotPasswordCode' | 'getVerifiedEmail'>;
  readonly addresses: MediaAddresses;
  readonly requestCounts: RequestCounts;
  /** Asks the payment service about what the listener may have paid for meanwhile. Absent if nothing is sold. */
  readonly refreshBilling?: (sub: string) => Promise<void>;
  /** The billing pages of the provider. Absent if nothing is sold. */
  readonly billingPages?: {
    /** How their addresses start, at an origin. */
    readonly startAt: (origin: string) => string;
    /** Makes a code that signs a listener in to one of them. */
    readonly issueCode: (sub: string) => Promise<string>;
  };
  readonly log: (line: string) => void;
}

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
