import { afterEach, describe, expect, test, vi } from 'vitest';

import { AmplitudeFixture } from './fixture.ts';

/** Tests how responses of the analytics service are handled (ANA-39 to ANA-42), with the real library on a fake clock. */

const SECOND = 1000;

afterEach(() => {
  vi.useRealTimers();
});

const signedIn = (method: string) => ({ name: 'Signed In', properties: { method } }) as const;

/** Records that many events, and lets the first batch be sent. */
async function recording(fixture: AmplitudeFixture, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) fixture.analytics.record(signedIn(String(index)));
  await fixture.advance(11 * SECOND);
}

const sizes = (fixture: AmplitudeFixture) => fixture.batches.map(({ events }) => events.length);

/** Milliseconds between the batches. */
const gaps = (fixture: AmplitudeFixture) =>
  fixture.batches.slice(1).map(({ at }, index) => at - (fixture.batches[index]?.at ?? 0));

describe('2xx', () => {
  test('completes the batch: no event is sent twice or stored', async () => {
    const fixture = new AmplitudeFixture();
    await recording(fixture, 3);
    await fixture.advance(120 * SECOND);
    expect(sizes(fixture)).toEqual([3]);
    expect(fixture.store.keys()).toEqual([]);
    expect(fixture.log.entries).toEqual([]);
  });
});

describe('429', () => {
  test.each([
    ['that lists the throttled events', { code: 429, throttled_events: [0, 1, 2] }],
    ['that lists none', { code: 429, error: 'Too many requests' }],
    ['from a gateway, without a code', { message: 'Too Many Requests' }],
    ['without a body', undefined],
  ])('%s delays its events by 30 s (ANA-39)', async (_what, body) => {
    const fixture = new AmplitudeFixture();
    fixture.respond = (_batch, index) => (index === 0 ? { status: 429, body } : { status: 200 });
    await recording(fixture, 3);
    await fixture.advance(60 * SECOND);
    expect(sizes(fixture)).toEqual([3, 3]);
    expect(gaps(fixture)).toEqual([30 * SECOND]);
  });

  test('drops the events of a user over the daily quota, and sends the others again (ANA-39)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.respond = () => ({ status: 503 });
    fixture.analytics.record(signedIn('over'));
    await fixture.advance(SECOND);
    // A sign-out starts another device id, and sends the waiting events.
    fixture.analytics.reset();
    await fixture.advance(15 * SECOND);
    fixture.analytics.record(signedIn('other'));
    fixture.batches = [];
    fixture.respond = ({ events }) => {
      const isOver = events.some((event) => event.event_properties?.['method'] === 'over');
      if (!isOver) return { status: 200 };
      const exceeded_daily_quota_devices = { [events[0]?.device_id ?? '']: 1 };
      return { status: 429, body: { code: 429, error: 'Quota', exceeded_daily_quota_devices } };
    };
    await fixture.advance(60 * SECOND);
    const methods = fixture.batches.map(({ events }) =>
      events.map((event) => event.event_properties?.['method']),
    );
    expect(methods).toEqual([['over', 'other'], ['other']]);
    expect(gaps(fixture)).toEqual([30 * SECOND]);
    expect(fixture.vendorLog).toContain('Quota');
    expect(fixture.store.keys()).toEqual([]);
  });
});

describe('413', () => {
  test.each([
    ['with a code', { code: 413, error: 'Payload too large' }],
    ['without a code', { message: 'Request Too Long' }],
  ])('%s halves the size of a batch, and sends all events (ANA-40)', async (_what, body) => {
    const fixture = new AmplitudeFixture();
    fixture.respond = ({ events }) => (events.length > 3 ? { status: 413, body } : { status: 200 });
    await recording(fixture, 13);
    await fixture.advance(60 * SECOND);
    expect(sizes(fixture)).toEqual([13, 6, 6, 1, 3, 3, 3, 3]);
    expect(gaps(fixture).filter((gap) => gap > 0)).toEqual([10 * SECOND, 10 * SECOND]);
    const done = fixture.batches.filter(({ events }) => events.length <= 3).flatMap(({ events }) => events);
    expect(new Set(done.map(({ insert_id: id }) => id)).size).toBe(13);
  });

  test('drops a single event that is too large (ANA-40)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.respond = () => ({ status: 413, body: { code: 413, error: 'Payload too large' } });
    await recording(fixture, 1);
    await fixture.advance(120 * SECOND);
    expect(sizes(fixture)).toEqual([1]);
    expect(fixture.vendorLog).toContain('Payload too large');
  });
});

describe('other 4xx', () => {
  test('drops the bad events and sends the rest again (ANA-41)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.respond = (_batch, index) =>
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
    await recording(fixture, 6);
    await fixture.advance(60 * SECOND);
    expect(fixture.batches[1]?.events.map((event) => event.event_properties?.['method'])).toEqual(['1', '3']);
    expect(sizes(fixture)).toEqual([6, 2]);
    expect(gaps(fixture)).toEqual([10 * SECOND]);
  });

  test.each([
    ['missing', { code: 400, error: 'Request missing required field', missing_field: 'api_key' }],
    ['invalid', { code: 400, error: 'Invalid API key: key' }],
  ])('a key that is %s drops the batch, and logs it', async (_what, body) => {
    const fixture = new AmplitudeFixture();
    fixture.respond = () => ({ status: 400, body });
    await recording(fixture, 2);
    await fixture.advance(120 * SECOND);
    expect(sizes(fixture)).toEqual([2]);
    expect(fixture.vendorLog).toContain(body.error);
  });

  test('without a key nothing is sent, and the log says why', async () => {
    const fixture = new AmplitudeFixture({ apiKey: '' });
    await recording(fixture, 1);
    expect(fixture.batches).toEqual([]);
    expect(fixture.vendorLog).toContain('Event rejected due to missing API key');
  });
});

describe.each([
  ['408', { status: 408 } as const],
  ['500', { status: 500 } as const],
  ['503 without a code in its body', { status: 503, body: { message: 'Service Unavailable' } } as const],
  ['a broken connection', 'broken' as const],
])('%s', (_what, failure) => {
  test('is retried with the next flush, then after 1 s for each earlier retry, at most 12 times (ANA-42)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.respond = () => failure;
    await recording(fixture, 2);
    await fixture.advance(200 * SECOND);
    expect(sizes(fixture)).toEqual(Array.from({ length: 12 }, () => 2));
    expect(gaps(fixture)).toEqual([10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((span) => span * SECOND));
    expect(fixture.vendorLog).toContain('Event rejected due to exceeded retry count');
    expect(fixture.store.keys()).toEqual([]);
  });

  test('is no longer retried when the service accepts it', async () => {
    const fixture = new AmplitudeFixture();
    fixture.respond = (_batch, index) => (index < 3 ? failure : { status: 200 });
    await recording(fixture, 2);
    await fixture.advance(200 * SECOND);
    expect(sizes(fixture)).toEqual([2, 2, 2, 2]);
    expect(fixture.vendorLog).not.toContain('Event rejected due to exceeded retry count');
  });
});
