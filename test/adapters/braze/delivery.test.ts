import { afterEach, describe, expect, test } from 'vitest';

import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { BrazeFixture, type Reply } from './fixture.ts';

/** Tests how responses of the messaging service are handled (MSG-27 to MSG-30), with the real library on a fake clock. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ADA = userId('listener-ada');
const SAVED: TrackingEvent = {
  name: 'Moved to Library',
  properties: { content_id: 'c', content_type: 1 },
};

let fixture: BrazeFixture;

afterEach(async () => {
  await fixture.close();
});

/** Ada is signed in, and her first request has a response. */
async function listening(): Promise<void> {
  fixture = new BrazeFixture();
  fixture.messaging.identify(ADA);
  await fixture.advance(SECOND);
}

const saves = () => fixture.events.filter((name) => name === SAVED.name).length;

describe.each([
  ['an empty body', { text: '' }, null],
  ['a body that is not JSON', { text: '<html>' }, null],
  [
    'an invalid key',
    { body: { error: 'invalid_api_key' } },
    'Backend error: The API key "key" is invalid for the baseUrl https://sdk.example/api/v3 (v5.7.0)',
  ],
  [
    'a refusal',
    { body: { error: 'blacklisted' } },
    'Backend error: Sorry, we are not currently accepting your requests. If you think this is in error, please contact us. (v5.7.0)',
  ],
  [
    'a missing device id',
    { body: { error: 'no_device_identifier' } },
    'Backend error: No device identifier. Please contact support@braze.com (v5.7.0)',
  ],
] as const)('%s', (_what, reply: Reply, sentence) => {
  test('is only logged, and its events count as sent (MSG-27)', async () => {
    await listening();
    fixture.respond = () => reply;
    fixture.messaging.record(SAVED);
    await fixture.advance(5 * MINUTE);
    expect(saves()).toBe(1);
    if (sentence !== null) expect(fixture.vendorLog).toContain(sentence);
  });
});

describe.each([
  ['an HTTP error', { status: 503 }],
  ['a broken connection', 'broken'],
] as const)('%s', (_what, reply: Reply) => {
  test('repeats the events after growing delays until they are accepted (MSG-28)', async () => {
    await listening();
    fixture.respond = () => reply;
    fixture.messaging.record(SAVED);
    await fixture.advance(10 * MINUTE);
    const failures = saves();
    expect(failures).toBeGreaterThan(2);
    fixture.respond = () => ({ body: {} });
    await fixture.advance(5 * MINUTE);
    await fixture.advance(10 * MINUTE);
    expect(saves()).toBe(failures + 1);
  });

  test('waits at most five minutes (MSG-28)', async () => {
    await listening();
    fixture.respond = () => reply;
    fixture.messaging.record(SAVED);
    await fixture.advance(120 * MINUTE);
    const times = fixture.calls.map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5 * MINUTE + SECOND);
    expect(gaps.slice(1).every((gap) => gap >= 9 * SECOND)).toBe(true);
  });
});

describe('a failed authentication', () => {
  const refused = { body: { auth_error: { error_code: 21, reason: 'signature' } } };

  test('keeps the events, and logs the failure (MSG-29)', async () => {
    await listening();
    fixture.respond = () => refused;
    fixture.messaging.record(SAVED);
    await fixture.advance(11 * SECOND);
    expect(saves()).toBe(1);
    expect(fixture.log.entries).toContainEqual(
      expect.objectContaining({ message: 'Messaging was not authenticated', details: { code: 21 } }),
    );
    fixture.respond = () => ({ body: {} });
    await fixture.advance(5 * MINUTE);
    expect(saves()).toBe(2);
  });

  test('stops all requests after fifty times in a row (MSG-29)', async () => {
    await listening();
    fixture.respond = () => refused;
    fixture.messaging.record(SAVED);
    await fixture.advance(24 * 60 * MINUTE);
    expect(fixture.calls).toHaveLength(1 + 50);
  });
});

describe('rate limiting', () => {
  const limited = { enabled: true, capacity: 10, refill_rate: 60 };

  test('sends requests up to the limit, and the others later (MSG-30)', async () => {
    fixture = new BrazeFixture();
    fixture.respond = () => ({ body: { config: { time: 1, global_request_rate_limit: limited } } });
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    const first = fixture.calls.length;
    for (let minute = 0; minute < 3; minute += 1) {
      for (let count = 0; count < 5; count += 1) {
        fixture.messaging.record(SAVED);
        await fixture.advance(11 * SECOND);
      }
    }
    // The limit allows ten requests at once, and one more for each minute.
    expect(fixture.calls.length - first).toBeLessThanOrEqual(13);
    expect(fixture.calls.at(-1)?.headers['X-Braze-Req-Tokens-Remaining']).toBe('0');
    await fixture.advance(10 * MINUTE);
    expect(saves()).toBe(15);
  });

  test('waits for the time that the service names (MSG-30)', async () => {
    await listening();
    fixture.respond = () => ({ status: 429, headers: { 'retry-after': '90' } });
    fixture.messaging.record(SAVED);
    await fixture.advance(11 * SECOND);
    const refusedAt = fixture.calls.at(-1)?.at ?? 0;
    await fixture.advance(10 * MINUTE);
    const next = fixture.calls.find(({ at }) => at > refusedAt);
    expect((next?.at ?? 0) - refusedAt).toBeGreaterThanOrEqual(90 * SECOND);
  });
});

test('a service that never responds blocks nothing, and events are still recorded', async () => {
  await listening();
  fixture.respond = () => 'silent';
  fixture.messaging.record(SAVED);
  await fixture.advance(11 * SECOND);
  expect(() => fixture.messaging.record(SAVED)).not.toThrow();
});
