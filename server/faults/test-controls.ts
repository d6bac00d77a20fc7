import * as v from 'valibot';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { MovableClock } from '../clock.ts';
import { type Fault, Faults, isPattern, readBody, type WireEntry, WireLog } from './faults.ts';
import { EXPOSED_HEADERS, type OriginRule } from '../http/headers.ts';
import { type ApiServer, compileSchema, errorHandler } from '../http/validation.ts';

export interface FaultDependencies {
  readonly clock: MovableClock;
  readonly origins: OriginRule;
  /** Makes every access token issued so far invalid. */
  readonly expireTokens: () => Promise<void>;
  /** The royalties that were counted, and the positions. */
  readonly readReports: () => Promise<object>;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A fault may replace a response of any usual size. */
const LARGEST_FAULT_BYTES = 32 * 1024 * 1024;

const fault = v.strictObject({
  match: v.strictObject({
    method: v.optional(v.string()),
    path: v.optional(v.pipe(v.string(), v.check(isPattern, 'must be a path or a regular expression'))),
  }),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  headers: v.optional(v.record(v.string(), v.string())),
  delay_ms: v.optional(v.pipe(count, v.maxValue(120_000))),
  hold: v.optional(v.boolean()),
  drop: v.optional(v.boolean()),
  garbage: v.optional(v.boolean()),
  times: v.optional(v.pipe(count, v.minValue(1))),
});

/**
 * The test controls: `POST` and `DELETE /__faults`, and below it the clock, the tokens, the reports that are stored, and
 * the request log.
 */
function controlRoutes(
  context: FaultDependencies & { readonly faults: Faults; readonly log: WireLog },
): FastifyPluginAsync {
  const { clock, faults, log } = context;
  return async (plain) => {
    const server: ApiServer = plain;
    server.setValidatorCompiler(compileSchema);
    server.setErrorHandler(errorHandler(() => undefined));

    server.post('/', { bodyLimit: LARGEST_FAULT_BYTES, schema: { body: fault } }, async (request) => {
      faults.add(request.body);
      return { ok: true };
    });
    server.delete('/', async () => {
      faults.clear();
      return { ok: true };
    });

    server.post(
      '/clock',
      { schema: { body: v.strictObject({ offset_ms: v.pipe(v.number(), v.integer()) }) } },
      async (request) => {
        clock.setOffset(request.body.offset_ms);
        return { now: new Date(clock.now()).toISOString() };
      },
    );
    server.post('/expire-tokens', async () => {
      await context.expireTokens();
      return { ok: true };
    });

    server.get('/reports', async () => context.readReports());
    server.get('/log', async () => ({ entries: log.entries }));
    server.delete('/log', async () => {
      log.clear();
      return { ok: true };
    });
  };
}

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
