import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestCounts } from './request-counts.ts';

/**
 * The caller of a request, by its network address. One machine has all addresses of a /64 network of IPv6, so for IPv6
 * only the network counts.
 */
export function callerOf(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('%', 1).join('').split('::');
  const left = before === '' ? [] : before.split(':');
  const right = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const network = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The length of the window of every limit. The app repeats a refused call after at most two seconds (SES-77). */
const WINDOW_MS = 2_000;

/** Checks one more request. Returns null if it is allowed, else the seconds until the caller may try again. */
export type CheckRate = (request: FastifyRequest) => Promise<number | null>;

/**
 * Makes the check that limits the requests of each caller (SES-96).
 *
 * @param name limits with the same name count together
 * @param perSecond requests in a second, on average; Infinity allows everything
 */
export function limitRate(counts: RequestCounts, name: string, perSecond: number): CheckRate {
  if (perSecond === Infinity) return () => Promise.resolve(null);
  const limit = { most: perSecond * (WINDOW_MS / 1000), windowMs: WINDOW_MS };
  return async (request) => {
    const { number, endsIn } = await counts.count(`${name} ${callerOf(request.ip)}`, limit);
    return number > limit.most ? Math.max(1, Math.ceil(endsIn / 1000)) : null;
  };
}

/** A hook that responds with 429 and no body, for routes whose callers expect no particular form of errors. */
export const refuseBriefly =
  (check: CheckRate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const seconds = await check(request);
    if (seconds === null) return undefined;
    return reply.code(429).headers({ 'retry-after': seconds, 'cache-control': 'no-store' }).send();
  };

/** Requests of one network address in a second. More than a page of covers needs while it scrolls. */
const REQUESTS_PER_SECOND = 300;

/** Sends 429 without a body if a network address requests media too often. */
export function limitMedia(
  app: FastifyInstance,
  counts: RequestCounts,
  requestsPerSecond: number = REQUESTS_PER_SECOND,
): void {
  app.addHook('onRequest', refuseBriefly(limitRate(counts, 'media', requestsPerSecond)));
}

/**
 * Limits the number of unfinished requests, of all callers and of each caller. So a burst is refused and does not wait in
 * a queue, and one caller cannot block the others.
 *
 * @returns starts a request of a caller, and returns how to end it; undefined if the limit is reached
 */
export function inFlightLimit(
  most: number,
  mostOfCaller: number,
): (caller: string) => (() => void) | undefined {
  const callers = new Map<string, number>();
  let all = 0;
  return (caller) => {
    const own = callers.get(caller) ?? 0;
    if (all >= most || own >= mostOfCaller) return undefined;
    all += 1;
    callers.set(caller, own + 1);
    return () => {
      all -= 1;
      const left = (callers.get(caller) ?? 1) - 1;
      if (left === 0) callers.delete(caller);
      else callers.set(caller, left);
    };
  };
}
