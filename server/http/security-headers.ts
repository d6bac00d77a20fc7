import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
    if (/^application\/[\w.-]*json\b/.test(type)) reply.header('content-security-policy', DATA_POLICY);
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
