import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { ANALYTICS_KEY, MESSAGING_KEY } from '../../../demo/collectors/services.ts';
import { parsed, startTestProvider, useProvider } from '../../support/provider.ts';
import { ReceivedEvents } from '../../../demo/collectors/received-events.ts';

const provider = useProvider();

const event = v.object({
  number: v.number(),
  service: v.string(),
  name: v.string(),
  userId: v.nullable(v.string()),
  deviceId: v.nullable(v.string()),
  sessionId: v.nullable(v.union([v.string(), v.number()])),
  occurredAt: v.nullable(v.number()),
  properties: v.unknown(),
});

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${provider().origin}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
}

async function received() {
  const { body } = await call('GET', '/__collectors');
  return v.parse(v.object({ events: v.array(event) }), body).events;
}

afterEach(async () => {
  await call('DELETE', '/__collectors');
});

const anEvent = (fields: Readonly<Record<string, unknown>> = {}) => ({
  event_type: 'Signed In',
  user_id: 'listener-1',
  device_id: 'device-1',
  session_id: 17,
  time: 1_700_000_000_000,
  event_properties: { method: 'password' },
  ...fields,
});
const batch = (...events: readonly unknown[]) => ({ api_key: ANALYTICS_KEY, events });

describe('the analytics collector', () => {
  test.each(['/2/httpapi', '/batch'])('takes events at %s and shows them', async (path) => {
    const response = await call('POST', `/collect/analytics${path}`, batch(anEvent()));
    expect(response).toMatchObject({ status: 200, body: { code: 200, events_ingested: 1 } });
    expect(await received()).toMatchObject([
      {
        service: 'analytics',
        name: 'Signed In',
        userId: 'listener-1',
        deviceId: 'device-1',
        sessionId: 17,
        occurredAt: 1_700_000_000_000,
        properties: { method: 'password' },
      },
    ]);
  });

  test('counts an event that is sent again once', async () => {
    const sent = batch(anEvent({ insert_id: 'a' }));
    await call('POST', '/collect/analytics/2/httpapi', sent);
    await call('POST', '/collect/analytics/2/httpapi', sent);
    expect(await received()).toHaveLength(1);
  });
});

describe('the messaging collector', () => {
  const data = (fields: Readonly<Record<string, unknown>> = {}) => ({
    api_key: MESSAGING_KEY,
    device_id: 'device-1',
    ...fields,
  });

  test('accepts events, its own with readable names and the custom ones with their names', async () => {
    const events = [
      { name: 'ss', time: 1_700_000_000, data: {}, session_id: 's', user_id: 'listener-1' },
      { name: 'ce', time: 1_700_000_000.5, data: { n: 'Moved to Library', p: { content_id: 'c' } } },
    ];
    expect((await call('POST', '/collect/messaging/data/', data({ events }))).status).toBe(201);
    expect(await received()).toMatchObject([
      { service: 'messaging', name: 'Session start', userId: 'listener-1', sessionId: 's' },
      { name: 'Moved to Library', occurredAt: 1_700_000_000_500, properties: { content_id: 'c' } },
    ]);
  });

  test('sends triggers on request, settings to everybody, and personal messages', async () => {
    const triggers = [{ id: 't', type: 'inapp' }];
    const config = { time: 1, events_blacklist: ['Moved to Library'] };
    const templates = { t: { type: 'MODAL', message: 'Hello Ada' } };
    await call('PUT', '/__collectors/campaigns', { triggers, config, templates });
    expect((await call('POST', '/collect/messaging/data/', data())).body).toEqual({ config });
    const asking = data({ respond_with: { triggers: true } });
    expect((await call('POST', '/collect/messaging/data/', asking)).body).toEqual({ config, triggers });
    const template = data({ template: { trigger_id: 't', trigger_event_type: 'open' } });
    expect((await call('POST', '/collect/messaging/template/', template)).body).toEqual({
      templated_message: { type: 'inapp', data: templates.t },
    });
  });
});

describe('the page of the events', () => {
  test('has its own policy, and returns the events after a number', async () => {
    const page = await call('GET', '/events');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    await call('POST', '/collect/analytics/2/httpapi', batch(anEvent(), anEvent({ event_type: 'Home' })));
    const eventList = v.object({ events: v.array(event), latest: v.number() });
    const all = v.parse(eventList, (await call('GET', '/events/received')).body);
    const [first] = all.events;
    const later = v.parse(eventList, (await call('GET', `/events/received?after=${first?.number}`)).body);
    expect(later.events.map(({ name }) => name)).toEqual(['Home']);
    expect(later.latest).toBe(later.events[0]?.number);
  });
});

test('without collectors there are no endpoints and no page', async () => {
  const without = await startTestProvider({ collectors: false });
  try {
    for (const path of ['/events', '/collect/analytics/2/httpapi']) {
      expect((await fetch(`${without.origin}${path}`)).status).toBe(404);
    }
  } finally {
    await without.close();
  }
});

const storedEvents = () => new ReceivedEvents({ now: () => 0 });

const madeEvent = (name: string, text = '', insertId?: string) => ({
  service: 'analytics' as const,
  name,
  userId: null,
  deviceId: null,
  sessionId: null,
  occurredAt: null,
  properties: { text },
  insertId,
});

const names = (events: ReceivedEvents) => events.after(0).events.map(({ name }) => name);

test('the latest five thousand are stored', () => {
  const events = storedEvents();
  for (let start = 1; start <= 6_000; start += 500) {
    events.add(Array.from({ length: 500 }, (_, at) => madeEvent(String(start + at))));
  }
  expect(names(events)).toEqual(Array.from({ length: 5_000 }, (_, at) => String(1_001 + at)));
});

test('an event that is sent twice counts once, even after it was removed from the page', () => {
  const events = storedEvents();
  events.add([madeEvent('first', '', 'id\0'), madeEvent('first', '', 'id\0')]);
  events.add(Array.from({ length: 6_000 }, (_, at) => madeEvent(String(at))));
  events.add([madeEvent('again', '', 'id\0'), madeEvent('last')]);
  const stored = names(events);
  expect(stored.at(-1)).toBe('last');
  expect(stored).not.toContain('first');
  expect(stored).not.toContain('again');
});
