import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { isLoopbackOrigin } from './own-machine.ts';

/** Whether pages of an origin may read responses. */
export type OriginRule = (origin: string) => boolean;

/** Allows the named origins; without any, every loopback origin. */
export function originRule(allowed: readonly string[] | undefined): OriginRule {
  if (allowed === undefined) return isLoopbackOrigin;
  const origins = new Set(allowed);
  return (origin) => origins.has(origin);
}

/** What pages of other origins may do in addition to reading. */
export interface CrossOrigin {
  readonly methods: string;
  /** The headers that they may send. */
  readonly headers: string;
  /** The headers of a response that they may read. */
  readonly exposed?: string;
  /** How long a browser remembers this, in seconds. */
  readonly seconds?: number;
}

/** The headers of a response that pages of other origins may read. */
export const EXPOSED_HEADERS = 'Age, Date, Retry-After, WWW-Authenticate';

/**
 * Lets pages of the allowed origins call the routes of a scope, and answers their preflights. Call it before other
 * hooks, so that pages can also read refusals.
 */
export async function allowOrigins(
  server: FastifyInstance,
  rule: OriginRule,
  { methods, headers, exposed = EXPOSED_HEADERS, seconds = 600 }: CrossOrigin,
): Promise<void> {
  await server.register(fastifyCors, {
    origin: (origin, callback) => callback(null, origin !== undefined && rule(origin)),
    methods,
    allowedHeaders: headers,
    exposedHeaders: exposed,
    maxAge: seconds,
  });
}
