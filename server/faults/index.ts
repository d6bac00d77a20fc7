import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { EXPOSED_HEADERS, type OriginRule } from '../http/cors.ts';
import { controlRoutes } from './control.ts';
import type { FaultDependencies } from './dependencies.ts';
import { type Fault, Faults } from './faults.ts';
import { readBody, type WireEntry, WireLog } from './wire-log.ts';

const CONTROL = '/__';

/**
 * Lets a test request a status, a delay, a dropped connection, garbage, expired tokens or another time, for every service
 * of the provider, and read all requests. To be installed before any route, and only with the flag.
 */
export async function installFaults(server: FastifyInstance, dependencies: FaultDependencies): Promise<void> {
  const faults = new Faults();
  const log = new WireLog();
  const entries = new WeakMap<FastifyRequest, WireEntry>();

  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(CONTROL)) return;
    const entry =
      request.method === 'OPTIONS' ? undefined : log.open(request.method, request.url, request.headers);
    if (entry !== undefined) entries.set(request, entry);
    const fault = faults.take(request.method, request.url);
    if (fault === undefined) return;
    await faults.delay(fault);
    if (request.raw.socket.destroyed) {
      // Nobody waits for the response any more.
      reply.hijack();
      return;
    }
    if (fault.drop === true) {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    if (fault.status === undefined && fault.body === undefined && fault.garbage !== true) return;
    if (entry !== undefined) entry.body = readBody(await buffer(request.raw));
    letRead(dependencies.origins, request, reply);
    await respond(fault, reply);
  });

  server.addHook('preParsing', async (request, _reply, payload) => {
    const entry = entries.get(request);
    if (entry === undefined || request.method === 'GET' || request.method === 'HEAD') return payload;
    const bytes = await buffer(payload);
    entry.body = readBody(bytes);
    return Readable.from([bytes]);
  });

  server.addHook('onResponse', async (request, reply) => {
    const entry = entries.get(request);
    if (entry !== undefined) entry.status = reply.statusCode;
  });

  await server.register(controlRoutes({ ...dependencies, faults, log }), { prefix: `${CONTROL}faults` });
}

/**
 * A fault responds before the service does. Without these headers, a page of another origin would see a network
 * failure.
 */
function letRead(rule: OriginRule, { headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin');
  if (origin === undefined || !rule(origin)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  });
}

async function respond(fault: Fault, reply: FastifyReply): Promise<void> {
  reply.code(fault.status ?? 200).headers(fault.headers ?? {});
  if (fault.garbage === true) {
    await reply.type('application/json').send('{"results": [ {"id": 1, \u0000 <garbage');
    return;
  }
  if (typeof fault.body === 'string') {
    if (!reply.hasHeader('content-type')) reply.type('text/plain; charset=utf-8');
    await reply.send(fault.body);
    return;
  }
  await reply.type('application/json').send(JSON.stringify(fault.body ?? {}));
}
