import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost, isLoopbackOrigin } from './loopback.ts';

/** The test controls, which know every listener's codes, and the page that shows what listeners do. */
const OWN_ROUTES = /^\/(?:__|events(?:\/|$))/;

/**
 * What a proxy, a tunnel or a content network adds to a request that it passes on. On this machine it would make every
 * caller look like this machine.
 */
const FORWARDING = new RegExp(
  `^(?:${[
    'forwarded',
    'via',
    'x-forwarded(?:-.*)?',
    'x-original-.*',
    'x-real-.*',
    'x-envoy-.*',
    'x-amzn-.*',
    '(?:[a-z-]+-)?client-ip',
    'cf-.*',
    'cdn-loop',
    'tailscale-.*',
  ].join('|')})$`,
);

/**
 * Has every test control and the page of the events answer to this machine alone, and be absent for everybody else. To
 * be called before any route: it judges routes as they are registered, so that none has to think of it, and no
 * spelling of an address gets by.
 */
export function guardOwnRoutes(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (!OWN_ROUTES.test(route.url)) return;
    route.onRequest = [ownMachineOnly, ...[route.onRequest ?? []].flat()];
  });
}

/**
 * Both ends have to be loopback, with no proxy between them; the name as well, so that no foreign name can be pointed
 * here; and the page that asks, where one does: its answer would stay hidden from it, but what it asked for would have
 * been done.
 */
async function ownMachineOnly(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { origin } = request.headers;
  const isOwn =
    isLoopbackAddress(request.ip) &&
    isLoopbackHost(request.host) &&
    (origin === undefined || isLoopbackOrigin(origin)) &&
    !Object.keys(request.headers).some((name) => FORWARDING.test(name));
  if (isOwn) return undefined;
  reply.callNotFound();
  return reply;
}
