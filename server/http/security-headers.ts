import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What a page of the product never asks for, and so no script in it may. */
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
 * The headers of every answer, of the host and of the services beside it (docs/hosting.md).
 * `Strict-Transport-Security` is missing on purpose: this host speaks HTTP on this machine alone, and the header counts
 * over HTTPS only.
 */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Data show nothing and sit in no frame, should a browser ever take them for a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Has every answer of a server and of its plugins bear the headers, errors as well. To be called before any route. */
export function secureAnswers(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  server.addHook('onSend', async (_request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (/^application\/[\w.-]*json\b/.test(type)) reply.header('content-security-policy', DATA_POLICY);
  });
}

/** The answer to an address that cannot be read, which no hook and no route ever sees. */
export function refuseAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .headers(SECURITY_HEADERS)
    .header('content-security-policy', DATA_POLICY)
    .send({ error: { code: 'bad-address', message: 'The address cannot be read.' } });
}
