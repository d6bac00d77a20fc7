import { beforeEach, expect, test } from 'vitest';
import { ReceivedEvents, type ReceivedEventTables } from '../../../../server/demo/collectors/received.ts';
import { useProvider } from '../../support/provider.ts';

const provider = useProvider();

const received = () => new ReceivedEvents(provider().db.withTables<ReceivedEventTables>(), provider().clock);

const event = (name: string, text = '', insertId?: string) => ({
  service: 'analytics' as const,
  name,
  userId: null,
  deviceId: null,
  sessionId: null,
  occurredAt: null,
  properties: { text },
  insertId,
});

const names = async (events: ReceivedEvents) => (await events.after(0)).events.map(({ name }) => name);

beforeEach(() => received().clear());

test('the latest five thousand are stored, and a few more', async () => {
  const events = received();
  for (let start = 1; start <= 6_000; start += 500) {
    await events.add(Array.from({ length: 500 }, (_, at) => event(String(start + at))));
  }
  expect(await names(events)).toEqual(Array.from({ length: 5_000 }, (_, at) => String(1_001 + at)));
});

test('large events are stored up to eight million characters', async () => {
  const events = received();
  const large = 'x'.repeat(1_000_000);
  for (let at = 1; at <= 20; at += 1) await events.add([event(String(at), large)]);
  const stored = await names(events);
  expect(stored.at(-1)).toBe('20');
  expect(stored.length).toBeGreaterThanOrEqual(8);
  expect(stored.length).toBeLessThanOrEqual(10);
});

test('an event that is sent again counts once, also if it is no longer shown', async () => {
  const [one, other] = [received(), received()];
  await one.add([event('first', '', 'id\0'), event('first', '', 'id\0')]);
  await one.add(Array.from({ length: 6_000 }, (_, at) => event(String(at))));
  await other.add([event('again', '', 'id\0'), event('last')]);
  const stored = await names(other);
  expect(stored.at(-1)).toBe('last');
  expect(stored).not.toContain('first');
  expect(stored).not.toContain('again');
});

test('only events after a number are returned, and any text', async () => {
  const events = received();
  await events.add([event('a'), event('b\0\ud800')]);
  const all = await events.after(0);
  expect(all.latest).toBe(all.events.at(-1)?.number);
  const [first] = all.events;
  expect((await events.after(first?.number ?? 0)).events.map(({ name }) => name)).toEqual(['b\0\ud800']);
});
