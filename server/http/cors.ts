import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackOrigin } from './loopback.ts';

/** Whether pages of an origin may read responses. */
export type OriginRule = (origin: string) => boolean;

/** Allows the named origins; without any, every loopback origin. */
export function originRule(allowed: readonly string[] | undefined): OriginRule {
  if (allowed === undefined) return isLoopbackOrigin;
  const origins = new Set(allowed);
  return (origin) => origins.has(origin);
}

const EXPOSED = 'Age, Date, Retry-After, WWW-Authenticate';

/** Sends the headers that let a page of an allowed origin read the response and these headers of it. */
export function allowOrigin(
  rule: OriginRule,
  request: FastifyRequest,
  reply: FastifyReply,
  exposed = EXPOSED,
): void {
  reply.header('vary', 'Origin, Accept-Encoding');
  const { origin } = request.headers;
  if (origin === undefined || !rule(origin)) return;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', exposed);
}

/** Answers a preflight. What it allows counts only beside an allowed origin. */
export function answerPreflight(
  reply: FastifyReply,
  allowed: { readonly methods: string; readonly headers: string } = {
    methods: 'GET, POST, PUT, DELETE',
    headers: 'authorization, content-type, x-client-version',
  },
): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', allowed.methods)
    .header('access-control-allow-headers', allowed.headers)
    .header('access-control-max-age', '600')
    .send();
}
