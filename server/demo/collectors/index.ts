import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '../../clock.ts';
import type { OriginRule } from '../../http/headers.ts';
import { limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { type ApiServer, compileSchema, errorHandler } from '../../http/validation.ts';
import {
  ANALYTICS_KEY,
  type Campaigns,
  MESSAGING_KEY,
  analyticsCollector,
  messagingCollector,
  noCampaigns,
} from './services.ts';
import { ReceivedEvents } from './received-events.ts';

const FILES = [
  { path: '/', name: 'events.html', type: 'text/html; charset=utf-8' },
  { path: '/events.css', name: 'events.css', type: 'text/css; charset=utf-8' },
  { path: '/events.js', name: 'events.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** The policy of the page: its two files and its list come from this origin only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/**
 * A page that shows live what the collectors receive, so that an integrator can check a tracking plan. Only this
 * machine can open it: the provider checks that before any route.
 */
function eventsPage(received: ReceivedEvents): FastifyPluginAsync {
  return async (server) => {
    server.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
    });
    for (const { path, name, type } of FILES) {
      server.get(path, async (_request, reply) =>
        reply.type(type).send(await readFile(fileURLToPath(new URL(`./page/${name}`, import.meta.url)))),
      );
    }
    server.get<{ Querystring: { after: number } }>(
      '/received',
      {
        schema: {
          querystring: {
            type: 'object',
            properties: { after: { type: 'integer', minimum: 0, default: 0 } },
          },
        },
      },
      (request) => received.after(request.query.after),
    );
  };
}

const fields = v.record(v.string(), v.unknown());

const wanted = v.strictObject({
  triggers: v.optional(v.array(fields)),
  templates: v.optional(fields),
  config: v.optional(fields),
});

/** For tests: lists what the collectors received, and sets what the messaging service sends. */
function collectorControl(received: ReceivedEvents, campaigns: Campaigns): FastifyPluginAsync {
  return async (plain) => {
    const server: ApiServer = plain;
    server.setValidatorCompiler(compileSchema);
    server.setErrorHandler(errorHandler(() => undefined));

    server.get('/', async () => ({ events: received.after(0).events }));
    server.delete('/', async () => {
      received.clear();
      Object.assign(campaigns, noCampaigns());
      return { ok: true };
    });
    server.put('/campaigns', { schema: { body: wanted } }, async (request) => {
      const { triggers = [], templates = {}, config = null } = request.body;
      Object.assign(campaigns, { triggers, templates, config });
      return { ok: true };
    });
  };
}

const ANALYTICS = '/collect/analytics';
const MESSAGING = '/collect/messaging';

/** More than all tabs of a browser send. */
const REQUESTS_PER_SECOND = 100;

/** The configuration that sends a page's analytics and messaging to the collectors of an origin. */
export const collectorsAt = (origin: string) => ({
  amplitude: { apiKey: ANALYTICS_KEY, serverUrl: `${origin}${ANALYTICS}/2/httpapi` },
  braze: { apiKey: MESSAGING_KEY, baseUrl: `${origin}${MESSAGING}` },
});

interface CollectorOptions {
  readonly clock: Clock;
  readonly requestCounts: RequestCounts;
  readonly origins: OriginRule;
  /** Opens the test controls below `/__collectors`. */
  readonly control: boolean;
  /** The most requests of one network address in a second. 100 by default. */
  readonly requestsPerSecond?: number | undefined;
}

/** Imitates the analytics and the messaging service, and shows at `/events` what they received. */
export async function installCollectors(server: FastifyInstance, options: CollectorOptions): Promise<void> {
  const { clock, requestCounts, requestsPerSecond = REQUESTS_PER_SECOND } = options;
  const received = new ReceivedEvents(clock);
  const context = { ...options, received };
  const campaigns = noCampaigns();
  await server.register(async (collectors) => {
    collectors.addHook('onRequest', refuseBriefly(limitRate(requestCounts, 'collectors', requestsPerSecond)));
    await collectors.register(analyticsCollector(context), { prefix: ANALYTICS });
    await collectors.register(messagingCollector(context, campaigns), { prefix: MESSAGING });
  });
  await server.register(eventsPage(received), { prefix: '/events' });
  if (options.control) {
    await server.register(collectorControl(received, campaigns), { prefix: '/__collectors' });
  }
}
