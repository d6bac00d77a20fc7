import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import * as v from 'valibot';

import { createClock } from '../../server/clock.ts';
import { collectorsAt, installCollectors } from '../../server/demo/collectors/index.ts';
import { AmplitudeAnalytics } from '../../src/adapters/amplitude/amplitude-analytics.ts';
import type { Post } from '../../src/adapters/amplitude/delivery.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-log.ts';
import { CookieJar } from '../adapters/amplitude/world.ts';
import { campaign, customEvent } from '../adapters/braze/campaigns.ts';
import { BrazeWorld } from '../adapters/braze/world.ts';
import { describeAnalytics, describeQuietAnalytics } from './services/analytics.ts';
import { describeMessaging, describeQuietMessaging } from './services/messaging.ts';

/** Both services that look on, through the vendors' libraries; analytics over real HTTP. */

const collected = v.object({
  events: v.array(
    v.object({ name: v.string(), userId: v.nullable(v.string()), deviceId: v.nullable(v.string()) }),
  ),
});

const server = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
let origin = '';

beforeAll(async () => {
  await installCollectors(server, { clock: createClock(), origins: () => true, control: true });
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => server.close());

beforeEach(() => {
  vi.stubGlobal('document', new CookieJar());
});

const amplitude = (post: Post = async (url, request) => fetch(url, request)): AmplitudeAnalytics =>
  new AmplitudeAnalytics(
    { ...collectorsAt(origin).amplitude, zone: 'US', batch: false },
    {
      store: new MemoryKeyValueStore(),
      log: new MemoryLog(),
      post,
      isSecure: false,
      whenIdle: (work) => void setTimeout(work, 0),
      deleteCookie: () => vi.stubGlobal('document', new CookieJar()),
    },
  );

const toldCollector = async () => {
  const response = await fetch(`${origin}/__collectors`);
  const { events } = v.parse(collected, await response.json());
  return events
    .filter(({ name }) => name !== '$identify')
    .map(({ name, userId, deviceId }) => ({ name, userId, device: deviceId }));
};

// What this one has to say arrives nowhere: it would come in the middle of the others'.
describeQuietAnalytics('AmplitudeAnalytics', () =>
  amplitude(async () => ({ status: 200, text: async () => '' })),
);
describeAnalytics('AmplitudeAnalytics', async () => {
  await fetch(`${origin}/__collectors`, { method: 'DELETE' });
  const analytics = amplitude();
  return {
    analytics,
    async told(count) {
      await vi.waitFor(
        async () => {
          analytics.flush();
          const told = await toldCollector();
          if (told.length < count) throw new Error(`Only ${told.length} of ${count} events have arrived.`);
        },
        { timeout: 20_000, interval: 50 },
      );
      return toldCollector();
    },
  };
});

const worlds: BrazeWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const braze = (): BrazeWorld => {
  const world = new BrazeWorld();
  worlds.push(world);
  return world;
};

describeQuietMessaging('BrazeMessaging', () => braze().messaging);
describeMessaging('BrazeMessaging', async () => {
  const world = braze();
  const trigger = { name: 'Follow Button Clicked', properties: { author_id: 'a' } } as const;
  const hello = { type: 'SLIDEUP', message: 'Hello', click_action: 'URI', uri: '/' };
  const triggers = [campaign('t', hello, { on: customEvent(trigger.name) })];
  world.answers = ({ respond_with: wanted }) => ({ body: wanted?.['triggers'] === true ? { triggers } : {} });
  const count = (name: string) => world.events.filter((event) => event === name).length;
  return {
    messaging: world.messaging,
    settle: async () => world.passes(31_000),
    told: async () =>
      world.calls
        .flatMap(({ events = [] }) => events)
        .filter(({ name }) => name === 'ce')
        .map(({ data, user_id }) => ({ name: String(data['n']), userId: user_id ?? null })),
    async send() {
      await world.passes(31_000);
      world.messaging.record(trigger);
      await world.passes(1000);
    },
    counts: async () => ({ impressions: count('si'), clicks: count('sc') }),
  };
});
