import { afterEach, describe, expect, test, vi } from 'vitest';

import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import { AmplitudeFixture } from './fixture.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const ADA = { ...NOBODY, id: userId('listener-ada'), name: 'Ada Lovelace', email: 'ada@listener.test' };
const HOME = { name: 'Onboarding - Home - Show', properties: {} } as const;

afterEach(() => {
  vi.useRealTimers();
});

describe('events that are sent', () => {
  test("name the plan's branch and source, device, session and time, and are sent every ten seconds (ANA-25, ANA-36)", async () => {
    const fixture = new AmplitudeFixture();
    const now = Date.now();
    fixture.analytics.record(HOME);
    await fixture.advance(9 * SECOND);
    expect(fixture.batches).toEqual([]);
    await fixture.advance(2 * SECOND);
    fixture.analytics.record(HOME);
    await fixture.advance(10 * SECOND);
    expect(fixture.batches).toHaveLength(2);
    expect(fixture.batches[0]).toMatchObject({
      url: 'https://events.example/2/httpapi',
      api_key: 'key-of-a-test',
      // Ids come from the provider and may have any length.
      options: { min_id_length: 1 },
      events: [
        {
          event_type: HOME.name,
          plan: { branch: 'main', source: 'web' },
          time: now,
        },
      ],
    });
    expect(fixture.batches[0]?.client_upload_time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(fixture.sent[0], 'from where').not.toHaveProperty('ip');
    expect(fixture.sent[0]?.device_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(fixture.sent[0]?.session_id).toBeGreaterThanOrEqual(now);
    expect(fixture.sent[0]?.session_id).toBe(fixture.sent[1]?.session_id);
  });

  test('are sent in batches of 200 (ANA-36)', async () => {
    const fixture = new AmplitudeFixture();
    for (let count = 0; count < 450; count += 1) fixture.analytics.record(HOME);
    await fixture.advance(12 * SECOND);
    expect(fixture.batches.map(({ events }) => events.length)).toEqual([200, 200, 50]);
  });

  test('have only the names and properties of the plan', async () => {
    const fixture = new AmplitudeFixture();
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`p${index}`, index]));
    const hostile: readonly unknown[] = [
      { name: 'Page Viewed', properties: {} },
      { name: 'Signed In', properties: { method: 'password', password: 'Listen-2026!' } },
      { name: HOME.name, properties: many },
    ];
    for (const event of hostile) fixture.analytics.record(event as TrackingEvent);
    fixture.analytics.record(HOME);
    await fixture.advance(12 * SECOND);
    expect(fixture.sent).toHaveLength(1);
    expect(fixture.sent[0]?.event_type).toBe(HOME.name);
  });

  test.each([
    ['US', false, null, 'https://api2.amplitude.com/2/httpapi'],
    ['US', true, null, 'https://api2.amplitude.com/batch'],
    ['EU', false, null, 'https://api.eu.amplitude.com/2/httpapi'],
    ['EU', true, null, 'https://api.eu.amplitude.com/batch'],
    ['EU', true, 'https://events.example', 'https://events.example/batch'],
    ['US', false, 'https://events.example/', 'https://events.example/2/httpapi'],
    ['US', true, 'https://events.example/in', 'https://events.example/in'],
  ] as const)(
    'in zone %s with batch %s and address %s are sent to %s (ANA-36)',
    async (zone, batch, serverUrl, url) => {
      const fixture = new AmplitudeFixture({ zone, batch, serverUrl });
      fixture.analytics.record(HOME);
      await fixture.advance(12 * SECOND);
      expect(fixture.batches.map((sent) => sent.url)).toEqual([url]);
    },
  );
});

describe('the user', () => {
  test('is known after identify, with the membership, but without name and address (ANA-32)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.record(HOME);
    fixture.analytics.identify(ADA);
    fixture.analytics.identify({ ...ADA });
    fixture.analytics.record(HOME);
    await fixture.advance(12 * SECOND);
    expect(fixture.sent.map(({ event_type: name, user_id: user }) => [name, user])).toEqual([
      [HOME.name, undefined],
      ['$identify', ADA.id],
      [HOME.name, ADA.id],
    ]);
    expect(fixture.sent[1]?.user_properties).toEqual({
      $set: { membership: 'Free', plan: '', has_purchases: false },
    });
    expect(JSON.stringify(fixture.batches)).not.toMatch(/Lovelace|listener\.test/);
  });

  test('changes at a sign-out, and earlier events keep their user (ANA-33)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.identify(ADA);
    fixture.analytics.record(HOME);
    await fixture.advance(SECOND);
    fixture.analytics.record({ name: 'Signed In', properties: { method: 'last' } });
    fixture.analytics.reset();
    await fixture.advance(SECOND);
    fixture.analytics.record({ name: 'Signed In', properties: { method: 'next' } });
    await fixture.advance(12 * SECOND);
    const last = fixture.sent.find((event) => event.event_properties?.['method'] === 'last');
    const next = fixture.sent.find((event) => event.event_properties?.['method'] === 'next');
    expect(last?.user_id).toBe(ADA.id);
    expect(next?.user_id).toBeUndefined();
    expect(next?.device_id).not.toBe(last?.device_id);
    expect(next?.session_id).not.toBe(last?.session_id);
  });

  test('is stored for 365 days in a cookie of this host, and read by the next page (ANA-34)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.identify(ADA);
    fixture.analytics.record(HOME);
    await fixture.advance(12 * SECOND);
    const cookie = fixture.jar.assigned.at(-1) ?? '';
    expect(cookie).toMatch(/^AMP_key-of-a-t=/);
    const expires = /expires=(?<date>[^;]+)/.exec(cookie)?.groups?.['date'] ?? '';
    expect((Date.parse(expires) - Date.now()) / (24 * 60 * MINUTE)).toBeCloseTo(365, 1);
    expect(cookie).toMatch(/; path=\/; Secure; SameSite=Lax$/);
    expect(cookie).not.toMatch(/domain=/i);

    fixture.openPage().record(HOME);
    await fixture.advance(12 * SECOND);
    expect(fixture.sent.at(-1)).toMatchObject({ user_id: ADA.id, device_id: fixture.sent[0]?.device_id });
  });
});

describe('a session', () => {
  test('continues while no more than 30 minutes pass between two events (ANA-35)', async () => {
    const fixture = new AmplitudeFixture();
    for (const pause of [0, 29.5 * MINUTE, 29.5 * MINUTE, 30 * MINUTE]) {
      await fixture.advance(pause);
      fixture.analytics.record(HOME);
      await fixture.advance(12 * SECOND);
    }
    const [first, second, third, fourth] = fixture.sent.map(({ session_id: id }) => id);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });
});

describe('events that could not be sent', () => {
  test('are stored, at most a thousand, and sent by the next page (ANA-37)', async () => {
    const fixture = new AmplitudeFixture();
    // Events that earlier pages could not send.
    const stored = Array.from({ length: 995 }, (_, index) => ({
      event_type: HOME.name,
      insert_id: `${index}`,
    }));
    fixture.store.set('analytics.unsent', JSON.stringify(stored));
    fixture.respond = () => ({ status: 500 });
    for (let count = 0; count < 10; count += 1) fixture.analytics.record(HOME);
    await fixture.advance(9 * SECOND);
    expect(fixture.log.entries.at(-1)?.message).toContain('too many are unsent');

    fixture.respond = () => ({ status: 200 });
    fixture.openPage().record(HOME);
    await fixture.advance(12 * SECOND);
    // The events of the new page fit after the others were sent.
    expect(new Set(fixture.sent.map(({ insert_id: id }) => id)).size).toBe(1000 + 1);
  });

  test('are sent at once by the next page, so that a short visit is enough (ANA-37)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.store.set('analytics.unsent', JSON.stringify([{ event_type: HOME.name, insert_id: 'earlier' }]));
    fixture.analytics.record(HOME);
    await fixture.advance(SECOND);
    expect(fixture.sent.map(({ insert_id: id }) => id)).toContain('earlier');
    await fixture.advance(30 * SECOND);
    expect(fixture.sent).toHaveLength(2);
    expect(fixture.store.get('analytics.unsent')).toBeNull();
  });

  test('are discarded if they cannot be read', async () => {
    const fixture = new AmplitudeFixture();
    fixture.store.set('analytics.unsent', '[{"event_type": 5}, null, ');
    fixture.analytics.record(HOME);
    await fixture.advance(12 * SECOND);
    expect(fixture.names).toEqual([HOME.name]);
  });

  describe('because the page ended before the library was loaded', () => {
    const NEVER = { whenIdle: () => undefined, whenQuiet: () => undefined };
    const EARLY = 'analytics.early';

    test('are sent by the next page, with their time and listener (ANA-38)', async () => {
      const fixture = new AmplitudeFixture();
      const ended = fixture.openPage(NEVER);
      ended.identify(ADA);
      const at = Date.now();
      ended.record(HOME);
      ended.flush();
      await fixture.advance(5 * SECOND);
      fixture.analytics.record(HOME);
      await fixture.advance(11 * SECOND);
      expect(fixture.names).toEqual([HOME.name, HOME.name]);
      expect(fixture.sent[0]).toMatchObject({ time: at, user_id: ADA.id });
      expect(fixture.store.get(EARLY)).toBeNull();
    });

    test('belong to another device after a sign-out, as if the page had not ended', async () => {
      const fixture = new AmplitudeFixture();
      const ended = fixture.openPage(NEVER);
      ended.identify(ADA);
      ended.record(HOME);
      ended.reset();
      ended.record(HOME);
      ended.flush();
      fixture.analytics.record(HOME);
      await fixture.advance(11 * SECOND);
      const [before, after, next] = fixture.sent;
      expect(before?.user_id).toBe(ADA.id);
      expect(after?.user_id).toBeUndefined();
      expect(after?.device_id).not.toBe(before?.device_id);
      expect(next?.device_id).toBe(after?.device_id);
    });

    test('are sent only once if the page was hidden and did not end', async () => {
      const fixture = new AmplitudeFixture();
      fixture.analytics.record(HOME);
      fixture.analytics.flush();
      expect(fixture.store.get(EARLY)).toContain(HOME.name);
      fixture.analytics.flush();
      await fixture.advance(11 * SECOND);
      expect(fixture.names).toEqual([HOME.name]);
    });

    test('are stored, at most a thousand', () => {
      const fixture = new AmplitudeFixture();
      for (let page = 0; page < 2; page += 1) {
        const ended = fixture.openPage(NEVER);
        for (let count = 0; count < 600; count += 1) ended.record(HOME);
        ended.flush();
      }
      expect(JSON.parse(fixture.store.get(EARLY) ?? '')).toHaveLength(1000);
    });

    test('are deleted if consent is withdrawn', async () => {
      const fixture = new AmplitudeFixture();
      const hidden = fixture.openPage(NEVER);
      hidden.record(HOME);
      hidden.flush();
      hidden.record(HOME);
      hidden.permit(false);
      hidden.flush();
      expect(fixture.store.get(EARLY)).toBeNull();
    });

    test.each([
      '{',
      '5',
      '[null, 5, {"kind": "record", "name": 5}, {"kind": "record", "name": "Other", "properties": {}, "at": 1, "userId": null}]',
    ])('are discarded if they cannot be read or are not in the plan: %s', async (stored) => {
      const fixture = new AmplitudeFixture();
      fixture.store.set(EARLY, stored);
      fixture.analytics.record(HOME);
      await fixture.advance(11 * SECOND);
      expect(fixture.names).toEqual([HOME.name]);
    });
  });

  test('are sent at once when the page ends, and stored if the service does not accept them (ANA-38)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.record(HOME);
    await fixture.advance(SECOND);
    fixture.respond = () => ({ status: 503 });
    fixture.analytics.flush();
    await fixture.advance(0);
    expect(fixture.batches).toHaveLength(1);
    expect(fixture.store.get('analytics.unsent')).toContain(HOME.name);
  });
});

describe('without permission', () => {
  test('nothing is loaded, stored or sent (ANA-28)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.permit(false);
    fixture.analytics.record(HOME);
    fixture.analytics.identify(ADA);
    fixture.analytics.reset();
    fixture.analytics.flush();
    await fixture.advance(60 * SECOND);
    expect(fixture.batches).toEqual([]);
    expect(fixture.jar.cookie).toBe('');
    expect(fixture.store.keys()).toEqual([]);
  });

  test('a library that was loading is stopped when it arrives, and stores nothing', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.record(HOME);
    await fixture.advance(0);
    fixture.analytics.permit(false);
    await fixture.advance(60 * SECOND);
    expect(fixture.batches).toEqual([]);
    expect(fixture.jar.cookie).toBe('');
  });

  test('earlier events are not sent, and the identity is deleted (ANA-28)', async () => {
    const fixture = new AmplitudeFixture();
    fixture.analytics.identify(ADA);
    fixture.analytics.record(HOME);
    await fixture.advance(SECOND);
    for (let count = 0; count < 5; count += 1) fixture.analytics.record(HOME);
    fixture.analytics.permit(false);
    fixture.analytics.record(HOME);
    await fixture.advance(SECOND);
    expect(fixture.store.keys()).toEqual([]);
    await fixture.advance(60 * SECOND);
    expect(fixture.batches).toEqual([]);
    expect(fixture.jar.cookie).toBe('');
    expect(fixture.store.keys()).toEqual([]);

    fixture.analytics.permit(true);
    fixture.analytics.record(HOME);
    await fixture.advance(12 * SECOND);
    expect(fixture.names).toEqual([HOME.name]);
    expect(fixture.sent[0]?.user_id).toBeUndefined();
  });
});
