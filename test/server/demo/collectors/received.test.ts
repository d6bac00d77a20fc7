import { expect, test } from 'vitest';
import { ReceivedEvents } from '../../../../server/demo/collectors/received.ts';

const event = (name: string, text = '') => ({
  service: 'analytics' as const,
  name,
  userId: null,
  deviceId: null,
  sessionId: null,
  occurredAt: null,
  receivedAt: 0,
  properties: { text },
});

const names = (received: ReceivedEvents) => received.after(0).map(({ name }) => name);

test('the latest five thousand are stored', () => {
  const received = new ReceivedEvents();
  for (let at = 1; at <= 5001; at += 1) received.add(event(String(at)));
  expect(names(received)).toHaveLength(5000);
  expect(names(received)[0]).toBe('2');
});

test('large events are stored up to eight million characters', () => {
  const received = new ReceivedEvents();
  const large = 'x'.repeat(1_000_000);
  for (let at = 1; at <= 50; at += 1) received.add(event(String(at), large));
  expect(names(received)).toEqual(['43', '44', '45', '46', '47', '48', '49', '50']);
  received.clear();
  received.add(event('after', large));
  expect(names(received)).toEqual(['after']);
});
