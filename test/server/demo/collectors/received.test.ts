import { expect, test } from 'vitest';
import { ReceivedEvents } from '../../../../server/demo/collectors/received.ts';

const received = () => new ReceivedEvents({ now: () => 0 });

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

const names = (events: ReceivedEvents) => events.after(0).events.map(({ name }) => name);

test('the latest five thousand are stored', () => {
  const events = received();
  for (let start = 1; start <= 6_000; start += 500) {
    events.add(Array.from({ length: 500 }, (_, at) => event(String(start + at))));
  }
  expect(names(events)).toEqual(Array.from({ length: 5_000 }, (_, at) => String(1_001 + at)));
});

test('an event that is sent twice counts once, even after it was removed from the page', () => {
  const events = received();
  events.add([event('first', '', 'id\0'), event('first', '', 'id\0')]);
  events.add(Array.from({ length: 6_000 }, (_, at) => event(String(at))));
  events.add([event('again', '', 'id\0'), event('last')]);
  const stored = names(events);
  expect(stored.at(-1)).toBe('last');
  expect(stored).not.toContain('first');
  expect(stored).not.toContain('again');
});
