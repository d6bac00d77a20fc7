import { afterEach, describe, expect, test, vi } from 'vitest';

import { AmplitudeWorld } from './world.ts';

/** Tests how responses of the analytics service are handled (ANA-39 to ANA-42), with the real library on a fake clock. */

const SECOND = 1000;

afterEach(() => {
  vi.useRealTimers();
});

const signedIn = (method: string) => ({ name: 'Signed In', properties: { method } }) as const;

/** Records as many events, and lets the first batch go. */
async function recording(world: AmplitudeWorld, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) world.analytics.record(signedIn(String(index)));
  await world.passes(11 * SECOND);
}

const sizes = (world: AmplitudeWorld) => world.batches.map(({ events }) => events.length);

/** Milliseconds from one batch to the next. */
const gaps = (world: AmplitudeWorld) =>
  world.batches.slice(1).map(({ at }, index) => at - (world.batches[index]?.at ?? 0));

describe('2xx', () => {
  test('ends it: nothing is sent twice, nothing is left', async () => {
    const world = new AmplitudeWorld();
    await recording(world, 3);
    await world.passes(120 * SECOND);
    expect(sizes(world)).toEqual([3]);
    expect(world.store.keys()).toEqual([]);
    expect(world.log.entries).toEqual([]);
  });
});

describe('429', () => {
  test.each([
    ['that lists the throttled events', { code: 429, throttled_events: [0, 1, 2] }],
    ['that lists none', { code: 429, error: 'Too many requests' }],
    ['from a gateway, without a code', { message: 'Too Many Requests' }],
    ['without a body', undefined],
  ])('%s delays its events by 30 s', async (_what, body) => {
    const world = new AmplitudeWorld();
    world.answers = (_batch, index) => (index === 0 ? { status: 429, body } : { status: 200 });
    await recording(world, 3);
    await world.passes(60 * SECOND);
    expect(sizes(world)).toEqual([3, 3]);
    expect(gaps(world)).toEqual([30 * SECOND]);
  });

  test('drops the events of whoever is over the daily quota, and sends the others again', async () => {
    const world = new AmplitudeWorld();
    world.answers = () => ({ status: 503 });
    world.analytics.record(signedIn('over'));
    await world.passes(SECOND);
    // A sign-out makes another device of it, and sends what waits.
    world.analytics.reset();
    await world.passes(15 * SECOND);
    world.analytics.record(signedIn('other'));
    world.batches = [];
    world.answers = ({ events }) => {
      const isOver = events.some((event) => event.event_properties?.['method'] === 'over');
      if (!isOver) return { status: 200 };
      const exceeded_daily_quota_devices = { [events[0]?.device_id ?? '']: 1 };
      return { status: 429, body: { code: 429, error: 'Quota', exceeded_daily_quota_devices } };
    };
    await world.passes(60 * SECOND);
    const methods = world.batches.map(({ events }) =>
      events.map((event) => event.event_properties?.['method']),
    );
    expect(methods).toEqual([['over', 'other'], ['other']]);
    expect(gaps(world)).toEqual([30 * SECOND]);
    expect(world.says).toContain('Quota');
    expect(world.store.keys()).toEqual([]);
  });
});

describe('413', () => {
  test.each([
    ['with a code', { code: 413, error: 'Payload too large' }],
    ['without one', { message: 'Request Too Long' }],
  ])('%s halves what goes together by whole numbers, and sends it all', async (_what, body) => {
    const world = new AmplitudeWorld();
    world.answers = ({ events }) => (events.length > 3 ? { status: 413, body } : { status: 200 });
    await recording(world, 13);
    await world.passes(60 * SECOND);
    expect(sizes(world)).toEqual([13, 6, 6, 1, 3, 3, 3, 3]);
    expect(gaps(world).filter((gap) => gap > 0)).toEqual([10 * SECOND, 10 * SECOND]);
    const done = world.batches.filter(({ events }) => events.length <= 3).flatMap(({ events }) => events);
    expect(new Set(done.map(({ insert_id: id }) => id)).size).toBe(13);
  });

  test('drops a single event that is too large by itself', async () => {
    const world = new AmplitudeWorld();
    world.answers = () => ({ status: 413, body: { code: 413, error: 'Payload too large' } });
    await recording(world, 1);
    await world.passes(120 * SECOND);
    expect(sizes(world)).toEqual([1]);
    expect(world.says).toContain('Payload too large');
  });
});

describe('other 4xx', () => {
  test('drops the bad events and sends the rest again', async () => {
    const world = new AmplitudeWorld();
    world.answers = (_batch, index) =>
      index === 0
        ? {
            status: 400,
            body: {
              code: 400,
              error: 'Invalid',
              events_with_invalid_fields: { time: [0] },
              events_with_missing_fields: { event_type: [2] },
              events_with_invalid_id_lengths: { user_id: [4] },
              silenced_events: [5],
            },
          }
        : { status: 200 };
    await recording(world, 6);
    await world.passes(60 * SECOND);
    expect(world.batches[1]?.events.map((event) => event.event_properties?.['method'])).toEqual(['1', '3']);
    expect(sizes(world)).toEqual([6, 2]);
    expect(gaps(world)).toEqual([10 * SECOND]);
  });

  test.each([
    ['missing', { code: 400, error: 'Request missing required field', missing_field: 'api_key' }],
    ['invalid', { code: 400, error: 'Invalid API key: key' }],
  ])('a key that is %s drops the batch, and says so', async (_what, body) => {
    const world = new AmplitudeWorld();
    world.answers = () => ({ status: 400, body });
    await recording(world, 2);
    await world.passes(120 * SECOND);
    expect(sizes(world)).toEqual([2]);
    expect(world.says).toContain(body.error);
  });

  test('without any key nothing is sent, and the log says why', async () => {
    const world = new AmplitudeWorld({ apiKey: '' });
    await recording(world, 1);
    expect(world.batches).toEqual([]);
    expect(world.says).toContain('Event rejected due to missing API key');
  });
});

describe.each([
  ['408', { status: 408 } as const],
  ['500', { status: 500 } as const],
  ['503 without a code in its body', { status: 503, body: { message: 'Service Unavailable' } } as const],
  ['a broken connection', 'broken' as const],
])('%s', (_what, failure) => {
  test('is tried again: with the next flush, then after 1 s for every retry so far; 12 times, then given up', async () => {
    const world = new AmplitudeWorld();
    world.answers = () => failure;
    await recording(world, 2);
    await world.passes(200 * SECOND);
    expect(sizes(world)).toEqual(Array.from({ length: 12 }, () => 2));
    expect(gaps(world)).toEqual([10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((span) => span * SECOND));
    expect(world.says).toContain('Event rejected due to exceeded retry count');
    expect(world.store.keys()).toEqual([]);
  });

  test('is over as soon as the service takes it', async () => {
    const world = new AmplitudeWorld();
    world.answers = (_batch, index) => (index < 3 ? failure : { status: 200 });
    await recording(world, 2);
    await world.passes(200 * SECOND);
    expect(sizes(world)).toEqual([2, 2, 2, 2]);
    expect(world.says).not.toContain('Event rejected due to exceeded retry count');
  });
});

test('an instance without a destination drops what it is told, and says so', async () => {
  const { createInstance } = await import('@amplitude/analytics-browser');
  const world = new AmplitudeWorld();
  const library = createInstance();
  const ready = library.init('key', {
    remoteConfig: { fetchRemoteConfig: false },
    autocapture: false,
    enableDiagnostics: false,
    logLevel: 0,
  });
  await world.passes(SECOND);
  await ready.promise;
  await library.remove('amplitude').promise;
  const told = library.track('Signed In').promise;
  await world.passes(SECOND);
  expect((await told).message).toBe('Event not tracked, no destination plugins on the instance');
});

test('a client that is not there yet loses nothing: what is recorded waits, in order', async () => {
  const world = new AmplitudeWorld();
  const methods = Array.from({ length: 30 }, (_, index) => String(index));
  for (const method of methods) world.analytics.record(signedIn(method));
  await world.passes(11 * SECOND);
  expect(world.sent.map((event) => event.event_properties?.['method'])).toEqual(methods);
});
