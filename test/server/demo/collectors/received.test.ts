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
