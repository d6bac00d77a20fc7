import { afterEach, beforeEach, vi } from 'vitest';
import * as v from 'valibot';

import { collectorsAt } from 'audio-streaming-provider/demo/collectors/index';
import { AmplitudeAnalytics } from '../../src/adapters/amplitude/amplitude-analytics.ts';
import type { Post } from '../../src/adapters/amplitude/delivery.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { CookieJar } from '../adapters/amplitude/fixture.ts';
import { BrazeFixture, campaign, customEvent } from '../adapters/braze/fixture.ts';
import { LOAD_SOON } from '../adapters/load-soon.ts';
import { useProvider } from 'audio-streaming-provider/test/support/provider';
import {
  describeAnalytics,
  describeQuietAnalytics,
  describeMessaging,
  describeQuietMessaging,
} from './services/services.ts';

// Analytics and messaging through the vendors' libraries. Analytics uses real HTTP.

const collected = v.object({
  events: v.array(
    v.object({ name: v.string(), userId: v.nullable(v.string()), deviceId: v.nullable(v.string()) }),
  ),
});

const provider = useProvider();

beforeEach(() => {
  vi.stubGlobal('document', new CookieJar());
});

const amplitude = (post: Post = async (url, request) => fetch(url, request)): AmplitudeAnalytics =>
  new AmplitudeAnalytics(
    { ...collectorsAt(provider().origin).amplitude, zone: 'US', batch: false },
    {
      store: new MemoryKeyValueStore(),
      log: new MemoryLog(),
      post,
      isSecure: false,
      loadTimes: LOAD_SOON,
      deleteCookie: () => vi.stubGlobal('document', new CookieJar()),
    },
  );

const collectedEvents = async () => {
  const response = await fetch(`${provider().origin}/__collectors`);
  const { events } = v.parse(collected, await response.json());
  return events
    .filter(({ name }) => name !== '$identify')
    .map(({ name, userId, deviceId }) => ({ name, userId, device: deviceId }));
};

// The events of this adapter go nowhere, so that they do not mix with those of the other tests.
describeQuietAnalytics('AmplitudeAnalytics', () =>
  amplitude(async () => ({ status: 200, text: async () => '' })),
);
describeAnalytics('AmplitudeAnalytics', async () => {
  await fetch(`${provider().origin}/__collectors`, { method: 'DELETE' });
  const analytics = amplitude();
  return {
    analytics,
    async received(count) {
      await vi.waitFor(
        async () => {
          analytics.flush();
          const events = await collectedEvents();
          if (events.length < count)
            throw new Error(`Only ${events.length} of ${count} events have arrived.`);
        },
        { timeout: 20_000, interval: 50 },
      );
      return collectedEvents();
    },
  };
});

const fixtures: BrazeFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.close();
});

const braze = (): BrazeFixture => {
  const fixture = new BrazeFixture();
  fixtures.push(fixture);
  return fixture;
};

describeQuietMessaging('BrazeMessaging', () => braze().messaging);
describeMessaging('BrazeMessaging', async () => {
  const fixture = braze();
  const trigger = { name: 'Follow Button Clicked', properties: { author_id: 'a' } } as const;
  const hello = { type: 'SLIDEUP', message: 'Hello', click_action: 'URI', uri: '/' };
  const triggers = [campaign('t', hello, { on: customEvent(trigger.name) })];
  fixture.respond = ({ respond_with: wanted }) => ({
    body: wanted?.['triggers'] === true ? { triggers } : {},
  });
  const count = (name: string) => fixture.events.filter((event) => event === name).length;
  return {
    messaging: fixture.messaging,
    settle: async () => fixture.advance(31_000),
    received: async () =>
      fixture.calls
        .flatMap(({ events = [] }) => events)
        .filter(({ name }) => name === 'ce')
        .map(({ data, user_id }) => ({ name: String(data['n']), userId: user_id ?? null })),
    async send() {
      await fixture.advance(31_000);
      fixture.messaging.record(trigger);
      await fixture.advance(1000);
    },
    counts: async () => ({ impressions: count('si'), clicks: count('sc') }),
  };
});
