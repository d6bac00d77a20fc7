import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { BoundedCache } from '../../bounded-cache.ts';
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

export interface ReceivedEvent {
  /** Counts up from 1, in the order of arrival. */
  readonly number: number;
  readonly service: 'analytics' | 'messaging';
  readonly name: string;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly sessionId: string | number | null;
  /** When the event happened by the page's clock, epoch milliseconds; null if the page did not name it. */
  readonly occurredAt: number | null;
  /** When it arrived, by the provider's clock, epoch milliseconds. */
  readonly receivedAt: number;
  readonly properties: unknown;
}

export interface NewEvent extends Omit<ReceivedEvent, 'number' | 'receivedAt'> {
  /** An event that is sent again has the same insert id, so it counts once. */
  readonly insertId?: string | undefined;
}

const MOST_EVENTS = 5_000;
/** The most text of all events together, in characters. */
const MOST_TEXT = 8 * 1024 * 1024;
/** The most text of all known insert ids together, in characters. */
const MOST_IDS_TEXT = 1024 * 1024;

/** The latest events that this process received, for inspection. They are in memory. */
export class ReceivedEvents {
  private events: readonly { readonly event: ReceivedEvent; readonly characters: number }[] = [];
  private ids = new BoundedCache<true>(MOST_IDS_TEXT);
  private latest = 0;

  constructor(private readonly clock: Clock) {}

  add(events: readonly NewEvent[]): void {
    const receivedAt = this.clock.now();
    const added = events.flatMap(({ insertId, ...event }) => {
      if (insertId !== undefined && this.ids.get(insertId) !== undefined) return [];
      if (insertId !== undefined) this.ids.set(insertId, true, insertId.length);
      this.latest += 1;
      const characters = JSON.stringify(event).length;
      return [{ event: { number: this.latest, ...event, receivedAt }, characters }];
    });
    const all = [...this.events, ...added].slice(-MOST_EVENTS);
    let text = all.reduce((sum, { characters }) => sum + characters, 0);
    let first = 0;
    for (; text > MOST_TEXT; first += 1) text -= all[first]?.characters ?? 0;
    this.events = all.slice(first);
  }

  /**
   * The stored events after one, the oldest first, and the number of the last event that arrived.
   *
   * @param number of the last event that the caller has; 0 returns all stored events
   */
  after(number: number): { readonly events: readonly ReceivedEvent[]; readonly latest: number } {
    const events = this.events.map(({ event }) => event).filter((event) => event.number > number);
    return { events, latest: this.latest };
  }

  clear(): void {
    this.events = [];
    this.ids = new BoundedCache(MOST_IDS_TEXT);
  }
}

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
