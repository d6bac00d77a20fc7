import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackOrigin } from './own-machine.ts';

/** Browser features that the product never uses. No script may use them. */
const DENIED = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/**
 * The headers of every response, of the host and of the services (docs/hosting.md).
 * `Strict-Transport-Security` is missing on purpose: this host speaks HTTP on this machine only, and the header is
 * valid over HTTPS only.
 */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** If a browser shows data as a page, they load nothing and are in no frame. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Adds the headers to every response of a server and of its plugins, also to errors. To be called before any route. */
export function secureResponses(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (/^application\/[\w.-]*json\b/.test(type) && !reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', DATA_POLICY);
    }
    done(null, payload);
  });
}

/** Refuses an address that cannot be read. No hook and no route gets such a request. */
export function refuseAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .headers(SECURITY_HEADERS)
    .header('content-security-policy', DATA_POLICY)
    .send({ error: { code: 'bad-address', message: 'The address cannot be read.' } });
}

/** Sends 404, without the address. It may have a secret, and a copy of the response would have it too. */
export const sendNotFound = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply.code(404).send({ error: { code: 'not-found', message: 'There is nothing at this address.' } });

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
  /** The headers that they may send. `any` only where no cookie gives a right. */
  readonly headers: string;
  /** The headers of a response that they may read. */
  readonly exposed?: string;
  /** How long a browser may reuse the response to a preflight request, in seconds. */
  readonly seconds?: number;
}

/** The headers of a response that pages of other origins may read. */
export const EXPOSED_HEADERS = 'Age, Date, Retry-After, WWW-Authenticate';

/**
 * Lets pages of the allowed origins call the routes of a scope, and responds to their preflights. Call it before other
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
    // Without a list, the response repeats the requested headers.
    ...(headers !== 'any' && { allowedHeaders: headers }),
    exposedHeaders: exposed,
    maxAge: seconds,
  });
}

/** Reads the cookies of the requests of a scope. */
export async function readCookies(server: FastifyInstance): Promise<void> {
  await server.register(fastifyCookie);
}

/** The value of a cookie of a request. Null if there is none. */
export const readCookie = (request: FastifyRequest, name: string): string | null =>
  request.cookies[name] ?? null;

/**
 * Sets a cookie that scripts cannot read. An empty value with 0 seconds removes it. Without another path it counts for the
 * prefix of the routes, and not for the requested address, because a caller could put cookie attributes into the address.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  {
    value,
    seconds,
    path = request.server.prefix,
  }: { readonly value: string; readonly seconds: number; readonly path?: string },
): void {
  void reply.setCookie(name, value, {
    maxAge: seconds,
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: request.publicOrigin.startsWith('https:'),
  });
}

const MOST_LANGUAGES = 20;

/** The tags of the header `Accept-Language`, the best one first. Anybody may write it, so a tag need not be one. */
export function acceptedLanguages({ headers }: FastifyRequest): readonly string[] {
  const parts = (headers['accept-language'] ?? '').split(',', MOST_LANGUAGES).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
    const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return parts
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
