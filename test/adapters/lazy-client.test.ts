import { expect, test } from 'vitest';

import { LazyClient } from '../../src/adapters/shared/lazy-client.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';

type Client = { readonly name: string };

const settled = async () => new Promise((resolve) => setTimeout(resolve, 0));

/** A client that loads when `idle` is called, and records its calls. */
function makeClient(load: () => Promise<Client> = async () => ({ name: 'client' })) {
  const idle: (() => void)[] = [];
  const quiet: (() => void)[] = [];
  const log = new MemoryLog();
  const calls: string[] = [];
  let loads = 0;
  const lazy = new LazyClient<Client>(
    async () => {
      loads += 1;
      return load();
    },
    { whenIdle: (work) => idle.push(work), whenQuiet: (work) => quiet.push(work) },
    log,
    ({ name }) => calls.push(`${name}: ended`),
  );
  return {
    lazy,
    log,
    calls,
    loads: () => loads,
    call: (what: string) => lazy.call(({ name }) => calls.push(`${name}: ${what}`)),
    callWhenQuiet: (what: string) => lazy.call(({ name }) => calls.push(`${name}: ${what}`), 'whenQuiet'),
    idle: async () => {
      for (const work of idle.splice(0)) work();
      await settled();
    },
    quiet: async () => {
      for (const work of quiet.splice(0)) work();
      await settled();
    },
  };
}

test('loads once when the page is idle, and then runs the calls in order (MSG-4)', async () => {
  const { call, calls, idle, loads } = makeClient();
  call('one');
  call('two');
  await settled();
  expect(loads()).toBe(0);
  await idle();
  call('three');
  expect(calls).toEqual(['client: one', 'client: two', 'client: three']);
  expect(loads()).toBe(1);
});

test('waits for a quiet page if no call needs the client sooner (MSG-4)', async () => {
  const { callWhenQuiet, calls, idle, loads, quiet } = makeClient();
  callWhenQuiet('one');
  await idle();
  expect(loads()).toBe(0);
  await quiet();
  expect(calls).toEqual(['client: one']);
});

test('loads once for calls of both kinds, at the sooner time and in their order', async () => {
  const { call, callWhenQuiet, calls, idle, loads, quiet } = makeClient();
  callWhenQuiet('one');
  call('two');
  await idle();
  expect(calls).toEqual(['client: one', 'client: two']);
  await quiet();
  expect(loads()).toBe(1);
});

test('keeps at most 1000 waiting calls (MSG-4)', async () => {
  const { call, calls, idle } = makeClient();
  for (let count = 0; count < 1500; count += 1) call(String(count));
  await idle();
  expect(calls).toHaveLength(1000);
  expect(calls.at(-1)).toBe('client: 999');
});

test('keeps the waiting calls if it could not load, and loads again at the next call', async () => {
  let isBroken = true;
  const { call, calls, idle, log } = makeClient(async () => {
    if (isBroken) throw new TypeError('offline');
    return { name: 'client' };
  });
  call('one');
  await idle();
  expect(log.entries).toMatchObject([{ level: 'warn', details: { reason: 'TypeError: offline' } }]);
  isBroken = false;
  await idle();
  call('two');
  await idle();
  expect(calls).toEqual(['client: one', 'client: two']);
});

test('logs a call that throws, and runs the next one (MSG-4)', async () => {
  const { lazy, call, calls, idle, log } = makeClient();
  const fail = () => {
    throw new Error('vendor');
  };
  lazy.call(fail);
  call('one');
  await idle();
  expect(() => lazy.call(fail)).not.toThrow();
  expect(calls).toEqual(['client: one']);
  expect(log.entries).toHaveLength(2);
});

test('forgets the waiting calls when it is dropped, also while it loads', async () => {
  let respond: (client: Client) => void = () => undefined;
  const { lazy, call, calls, idle } = makeClient(
    async () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  call('one');
  await idle();
  const first = respond;
  lazy.drop();
  call('two');
  await idle();
  first({ name: 'dropped' });
  respond({ name: 'client' });
  await settled();
  expect(calls).toEqual(['dropped: ended', 'client: two']);
  lazy.drop();
  expect(lazy.current).toBeNull();
});
