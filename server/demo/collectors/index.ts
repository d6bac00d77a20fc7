import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { OriginRule } from '../../http/cors.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import type { Database } from '../../members/tables.ts';
import { countRequests, limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import { ANALYTICS_KEY, analyticsCollector } from './analytics.ts';
import { collectorControl } from './control.ts';
import { eventsPage } from './events-page.ts';
import { MESSAGING_KEY, messagingCollector, noCampaigns } from './messaging.ts';
import { ReceivedEvents, type ReceivedEventTables } from './received.ts';

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
  readonly db: Database;
  readonly clock: Clock;
  /** Counts requests for the limits. */
  readonly requestCounts: RequestCounts;
  readonly origins: OriginRule;
  /** Opens the test controls below `/__collectors`. */
  readonly control: boolean;
  /** The most requests of one network address in a second. 100 by default. */
  readonly requestsPerSecond?: number | undefined;
}

/** Imitates the analytics and the messaging service, and shows at `/events` what they received. */
export async function installCollectors(server: FastifyInstance, options: CollectorOptions): Promise<void> {
  const { db, clock, requestCounts, requestsPerSecond = REQUESTS_PER_SECOND } = options;
  const received = new ReceivedEvents(db.withTables<ReceivedEventTables>(), clock);
  const context = { ...options, received };
  const campaigns = noCampaigns();
  await server.register(async (collectors) => {
    await countRequests(collectors, requestCounts);
    collectors.addHook('onRequest', refuseBriefly(limitRate(collectors, 'collectors', requestsPerSecond)));
    await collectors.register(analyticsCollector(context), { prefix: ANALYTICS });
    await collectors.register(messagingCollector(context, campaigns), { prefix: MESSAGING });
  });
  await server.register(eventsPage(received), { prefix: '/events' });
  if (options.control) {
    await server.register(collectorControl(received, campaigns), { prefix: '/__collectors' });
  }
}
