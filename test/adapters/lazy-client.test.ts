import { expect, test } from 'vitest';

import { LazyClient } from '../../src/adapters/shared/lazy-client.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-log.ts';

type Client = { readonly name: string };

const settled = async () => new Promise((resolve) => setTimeout(resolve, 0));

/** A client that is fetched when `idle` is called, and told what it was asked. */
function world(load: () => Promise<Client> = async () => ({ name: 'client' })) {
  const idle: (() => void)[] = [];
  const log = new MemoryLog();
  const asked: string[] = [];
  let loads = 0;
  const late = new LazyClient<Client>(
    async () => {
      loads += 1;
      return load();
    },
    (work) => idle.push(work),
    log,
    ({ name }) => asked.push(`${name}: ended`),
  );
  return {
    late,
    log,
    asked,
    loads: () => loads,
    ask: (what: string) => late.call(({ name }) => asked.push(`${name}: ${what}`)),
    idle: async () => {
      for (const work of idle.splice(0)) work();
      await settled();
    },
  };
}

test('is fetched once, when the page has time, and is then asked in order', async () => {
  const { ask, asked, idle, loads } = world();
  ask('one');
  ask('two');
  await settled();
  expect(loads()).toBe(0);
  await idle();
  ask('three');
  expect(asked).toEqual(['client: one', 'client: two', 'client: three']);
  expect(loads()).toBe(1);
});

test('keeps a thousand works waiting, no more', async () => {
  const { ask, asked, idle } = world();
  for (let count = 0; count < 1500; count += 1) ask(String(count));
  await idle();
  expect(asked).toHaveLength(1000);
  expect(asked.at(-1)).toBe('client: 999');
});

test('that could not be fetched keeps what waits, and is fetched again with the next work', async () => {
  let isBroken = true;
  const { ask, asked, idle, log } = world(async () => {
    if (isBroken) throw new TypeError('offline');
    return { name: 'client' };
  });
  ask('one');
  await idle();
  expect(log.entries).toMatchObject([{ level: 'warn', details: { reason: 'TypeError: offline' } }]);
  isBroken = false;
  await idle();
  ask('two');
  await idle();
  expect(asked).toEqual(['client: one', 'client: two']);
});

test('that throws is logged, and hurts neither who asked nor the next work', async () => {
  const { late, ask, asked, idle, log } = world();
  const fail = () => {
    throw new Error('vendor');
  };
  late.call(fail);
  ask('one');
  await idle();
  expect(() => late.call(fail)).not.toThrow();
  expect(asked).toEqual(['client: one']);
  expect(log.entries).toHaveLength(2);
});

test('that is dropped forgets what waits, even while it is fetched', async () => {
  let arrive: (client: Client) => void = () => undefined;
  const { late, ask, asked, idle } = world(
    async () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  ask('one');
  await idle();
  const first = arrive;
  late.drop();
  ask('two');
  await idle();
  first({ name: 'dropped' });
  arrive({ name: 'client' });
  await settled();
  expect(asked).toEqual(['dropped: ended', 'client: two']);
  late.drop();
  expect(late.current).toBeNull();
});
