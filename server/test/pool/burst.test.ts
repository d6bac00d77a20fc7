import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFlightLimit } from '../../http/rate-limit.ts';
import { GENERATOR, modPow, PRIME } from '../../pool/srp/srp.ts';
import { powerOf } from '../../pool/srp/power-threads.ts';
import { prove, wire } from './client.ts';
import { CONNECTIONS, CLIENT_ID, PASSWORD, type RunningPool, runPool } from './harness.ts';

describe('powers', () => {
  it('are the same in a worker thread', async () => {
    const base = (PRIME / 7n) * 3n;
    for (const exponent of [1n, 2n, 2n ** 383n + 1n]) {
      expect(await powerOf(base, exponent)).toBe(modPow(base, exponent));
    }
    await expect(powerOf(1n, 5n)).rejects.toThrow('outside the group');
    expect(await powerOf(GENERATOR, 10n), 'the thread lives on').toBe(1024n);
  });

  it('do not block the event loop', async () => {
    let turns = 0;
    let isDone = false;
    const all = Promise.all(
      Array.from({ length: 60 }, (_, at) => powerOf(GENERATOR, 2n ** 383n + BigInt(at))),
    );
    void all.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
    expect(await all).toHaveLength(60);
    expect(turns).toBeGreaterThan(60);
  });
});

describe('parallel requests', () => {
  it('are limited for all, and for each caller', () => {
    const enter = inFlightLimit(3, 2);
    const first = enter('a');
    const second = enter('a');
    expect(enter('a'), 'one caller too often').toBeUndefined();
    const other = enter('b');
    expect(other).toBeDefined();
    expect(enter('c'), 'too many of all').toBeUndefined();
    first?.();
    expect(enter('a'), 'a place that was given back').toBeDefined();
    second?.();
    other?.();
    expect(enter('b')).toBeDefined();
  });
});

describe('600 sign-ins that start at once', () => {
  let running: RunningPool;

  beforeAll(async () => {
    // Without a limit of requests a second, the limit of parallel requests alone refuses.
    running = await runPool({ requestsPerSecond: Infinity });
    await running.pool.ensureUser({ email: 'ada@listener.test', name: 'Ada', password: PASSWORD });
  });

  afterAll(async () => {
    await running.close();
  });

  const begin = async (): Promise<unknown> => {
    const { body } = await wire(running.endpoint, 'InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { USERNAME: 'ada@listener.test', SRP_A: 'ab'.repeat(380) },
    });
    return body['ChallengeName'] ?? body['__type'];
  };

  it('are refused at once above the limit', async () => {
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    // While these use all connections of the database, no sign-in continues.
    const held = Promise.all(
      Array.from({ length: CONNECTIONS }, () => running.db.transaction().execute(() => isOpen)),
    );
    const responses: unknown[] = [];
    const all = Promise.all(
      Array.from({ length: 600 }, async () => {
        const response = await begin();
        responses.push(response);
      }),
    );
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(600 - 128);
    expect(new Set(responses)).toEqual(new Set(['TooManyRequestsException']));
    open();
    await held;
    await all;
    expect(responses.filter((response) => response === 'PASSWORD_VERIFIER')).toHaveLength(128);
    expect((await prove(running.endpoint, 'ada@listener.test', PASSWORD)).status, 'afterwards').toBe(200);
  }, 120_000);
});
