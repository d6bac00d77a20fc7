import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;
const NAME = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?`;
const HOST = new RegExp(`^${NAME}$`, 'i');
const ORIGIN = new RegExp(`^https?://${NAME}$`, 'i');

/** True for a loopback IP address, which only this machine can reach. */
export const isLoopbackAddress = (address: string): boolean => ADDRESS.test(address);

/** The same for a `Host` header: a name or an address, with or without a port. */
const isLoopbackHost = (host: string): boolean => HOST.test(host);

/** The same for the origin of a page. A hidden origin (`null`) is not loopback. */
export const isLoopbackOrigin = (origin: string): boolean => ORIGIN.test(origin);

/** The test controls, which can read every listener's codes, and the page that shows what listeners do. */
const OWN_ROUTES = /^\/(?:__|events(?:\/|$))/;

/**
 * The headers that a proxy, a tunnel or a content network adds. Through a proxy on this machine, every caller would
 * look like this machine.
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
 * Limits the test controls and the page of the events to this machine. Others get a 404. To be called before any route is
 * registered: the check is added to each route when it is registered, so no spelling of an address avoids it.
 */
export function guardOwnRoutes(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (!OWN_ROUTES.test(route.url)) return;
    route.onRequest = [ownMachineOnly, ...[route.onRequest ?? []].flat()];
  });
}

/**
 * True if a request comes from this machine. Both ends must be loopback addresses, without a proxy between them. The host
 * name must be loopback, too, so that a foreign name cannot point here. So must the origin of the calling page: it could
 * not read the response, but its request would take effect. With a public address (`PUBLIC_URL`) no request counts, because
 * a proxy may add no headers and name this machine as the host.
 */
export function isOwnMachine(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return (
    isLoopbackAddress(request.ip) &&
    isLoopbackHost(request.host) &&
    isLoopbackOrigin(request.publicOrigin) &&
    (origin === undefined || isLoopbackOrigin(origin)) &&
    !Object.keys(request.headers).some((name) => FORWARDING.test(name))
  );
}

async function ownMachineOnly(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isOwnMachine(request)) return undefined;
  reply.callNotFound();
  return reply;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin under which listeners reach the provider, such as `https://listen.example`. */
    readonly publicOrigin: string;
  }
}

/**
 * Gives every request the origin under which listeners reach the provider: `PUBLIC_URL`, or else the address of the
 * request. Fastify takes that from `X-Forwarded-Host` and `X-Forwarded-Proto`, if a trusted proxy sent them. To be
 * called before any route is registered.
 */
export function namePublicOrigin(server: FastifyInstance, publicUrl: string | undefined): void {
  server.decorateRequest('publicOrigin', {
    getter() {
      return publicUrl ?? `${this.protocol}://${this.host}`;
    },
  });
}
