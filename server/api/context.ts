import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { ItemDocuments } from '../catalogue/documents.ts';
import type { Clock } from '../clock.ts';
import type { CheckRate } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import { ApiError } from '../http/validation.ts';
import type { MediaAddresses } from '../media/source.ts';
import type { Database } from '../members/tables.ts';
import type { Pool } from '../pool/index.ts';
import type { AccessCheck, ReadAlso } from '../pool/tokens/verify.ts';

export interface ApiContext {
  readonly db: Database;
  readonly documents: ItemDocuments;
  readonly clock: Clock;
  readonly pool: Pick<
    Pool,
    | 'verifyAccessToken'
    | 'verifyAndRead'
    | 'sendForgotPasswordCode'
    | 'getVerifiedEmail'
    | 'sessionsOf'
    | 'endSession'
    | 'endOtherSessions'
  >;
  readonly addresses: MediaAddresses;
  readonly requestCounts: RequestCounts;
  /** Asks the payment service about what the listener may have paid for meanwhile. Absent if nothing is sold. */
  readonly refreshBilling?: (sub: string) => Promise<void>;
  /** The billing pages of the provider. Absent if nothing is sold. */
  /** Where the studio is. Absent without one. */
  readonly studioAt?: (origin: string) => string;
  readonly billingPages?: {
    /** How their addresses start, at an origin. */
    readonly startAt: (origin: string) => string;
    /** Makes a code that signs a listener in to one of them. */
    readonly issueCode: (sub: string) => Promise<string>;
  };
  readonly log: (line: string) => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler checks the token, with `admit`. */
    readonly admits?: true;
  }
}

const subs = new WeakMap<FastifyRequest, string>();
const sessions = new WeakMap<FastifyRequest, string>();
const admissions = new WeakMap<FastifyRequest, <Also>(read: ReadAlso<Also>) => Promise<Admitted<Also>>>();

type Admitted<Also> = Extract<AccessCheck<Also>, { ok: true }>;

/** The listener whose token the request bears; only for routes behind `requireSession`. */
export function listenerOf(request: FastifyRequest): string {
  return subs.get(request) ?? refuseUnchecked();
}

/** The session of that token: its `origin_jti`. */
export function sessionOf(request: FastifyRequest): string {
  return sessions.get(request) ?? refuseUnchecked();
}

/**
 * Checks the token of the request, and reads something for the listener in the same statement. A second statement would
 * cost about as much as the check. Only routes with `admits` call this.
 */
export function admit<Also>(request: FastifyRequest, read: ReadAlso<Also>): Promise<Admitted<Also>> {
  return (admissions.get(request) ?? refuseUnchecked())(read);
}

const unchecked = () => new ApiError(401, 'unauthorized', 'User is not authenticated');

function refuseUnchecked(): never {
  throw unchecked();
}

/** The token of an `Authorization` header. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

/** A hook that sends 401 unless the pool accepts the bearer token at this moment. */
export function requireSession({ pool }: Pick<ApiContext, 'pool'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = bearerOf(request.headers.authorization);
    if (token === undefined) {
      reply.header('www-authenticate', 'Bearer');
      refuseUnchecked();
    }
    const accepted = <Also>(check: AccessCheck<Also>): Admitted<Also> => {
      if (check.ok) {
        subs.set(request, check.sub);
        sessions.set(request, check.originJti);
        return check;
      }
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new ApiError(401, 'invalid-token', `The access token does not count: ${check.reason}.`);
    };
    if (request.routeOptions.config.admits === true) {
      admissions.set(request, async (read) => accepted(await pool.verifyAndRead(token, read)));
    } else {
      accepted(await pool.verifyAccessToken(token));
    }
  };
}

/** A hook that sends 401 if the handler of a route with `admits` has forgotten to check the token. */
export const refuseUnadmitted: onSendHookHandler = (request, reply, _payload, done) => {
  if (reply.statusCode < 400 && admissions.has(request) && !subs.has(request)) done(unchecked());
  else done();
};

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
