import { describe, expect, test } from 'vitest';
import {
  RequestCounts,
  type SharedCounts,
  DatabaseCounts,
  type RequestCountTables,
} from '../../http/request-counts.ts';
import { useProvider } from '../support/provider.ts';

const LIMIT = { most: 100, windowMs: 5_000 };

class Clock {
  time = 1_000_000;
  now(): number {
    return this.time;
  }
}

/** How many of some requests are allowed. */
async function allowed(counts: RequestCounts, caller: string, times: number): Promise<number> {
  const numbers = await Promise.all(
    Array.from({ length: times }, async () => (await counts.count(caller, LIMIT)).number),
  );
  return numbers.filter((number) => number <= LIMIT.most).length;
}

/** How many of some callers are allowed one request. */
async function crowd(counts: RequestCounts, name: string, size: number): Promise<number> {
  let sum = 0;
  for (let at = 0; at < size; at += 1) sum += await allowed(counts, `api ${name}-${at}`, 1);
  return sum;
}

function alone() {
  const clock = new Clock();
  return { clock, counts: new RequestCounts(clock) };
}

describe('the requests of a caller (SES-96)', () => {
  test('are counted for a time, separately for each caller and each limit', async () => {
    const { clock, counts } = alone();
    expect(await allowed(counts, 'api a', 300)).toBe(100);
    expect(await allowed(counts, 'api b', 300)).toBe(100);
    expect(await allowed(counts, 'pool a', 300)).toBe(100);
    expect((await counts.count('api a', LIMIT)).endsIn).toBe(5_000);
    clock.time += 4_999;
    expect(await allowed(counts, 'api a', 1)).toBe(0);
    clock.time += 1;
    expect(await allowed(counts, 'api a', 300)).toBe(100);
  });

  test('stay counted while many other callers send requests', async () => {
    const { counts } = alone();
    expect(await allowed(counts, 'api a', 300)).toBe(100);
    await crowd(counts, 'one', 30_000);
    expect(await allowed(counts, 'api a', 1)).toBe(0);
  });

  test('are not refused after the clock was set back', async () => {
    const { clock, counts } = alone();
    await allowed(counts, 'api a', 300);
    clock.time -= 86_400_000;
    expect(await allowed(counts, 'api a', 300)).toBe(100);
  });
});

describe('of more callers than there is memory for', () => {
  test('the others count as one, and have their own count later', async () => {
    const { clock, counts } = alone();
    expect(await crowd(counts, 'known', 10_000)).toBe(10_000);
    expect(await crowd(counts, 'more', 10_000)).toBe(100);
    expect(await allowed(counts, 'api known-0', 300)).toBe(99);
    clock.time += 5_000;
    expect(await crowd(counts, 'more', 10_000)).toBe(10_000);
  });
});

describe('with shared counts', () => {
  /** Counts like the database, for several processes. */
  class Shared implements SharedCounts {
    used = 0;
    statements = 0;
    take: SharedCounts['take'] = async (_key, wanted, { most }, endsAt) => {
      this.statements += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      const taken = Math.min(wanted, Math.max(0, most - this.used));
      this.used += wanted;
      return { taken, endsAt };
    };
  }

  test('processes accept the limit together, and at most a tenth of it more for each process', async () => {
    const shared = new Shared();
    const clock = new Clock();
    const processes = [0, 1, 2].map(() => new RequestCounts(clock, shared));
    const accepted = await Promise.all(processes.map((counts) => allowed(counts, 'api a', 300)));
    expect(accepted.reduce((sum, each) => sum + each)).toBe(130);
    expect(await allowed(new RequestCounts(clock, shared), 'api a', 300)).toBe(10);
  });

  test('a listener costs no statement, and a caller above the limit costs a few', async () => {
    const shared = new Shared();
    const counts = new RequestCounts(new Clock(), shared);
    expect(await allowed(counts, 'api a', 10)).toBe(10);
    expect(shared.statements).toBe(0);
    await allowed(counts, 'api a', 5_000);
    expect(shared.statements).toBe(11);
  });

  test.each([
    ['fail', () => Promise.reject(new Error('no database'))],
    ['do not respond', () => new Promise<never>(() => undefined)],
  ])('that %s, the process counts alone and soon responds', async (_what, take) => {
    let asked = 0;
    const counts = new RequestCounts(new Clock(), {
      take() {
        asked += 1;
        return take();
      },
    });
    const start = performance.now();
    expect(await allowed(counts, 'api a', 300)).toBe(100);
    expect(await allowed(counts, 'api b', 300)).toBe(100);
    expect(performance.now() - start).toBeLessThan(2_500);
    // The process does not ask the shared counts again at once.
    expect(asked).toBe(1);
  });
});

const provider = useProvider({ collectors: false });
const SHARED_LIMIT = { most: 100, windowMs: 5_000 };

function counts() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const db = provider().db.withTables<RequestCountTables>();
  return { clock, db, shared: new DatabaseCounts(db, clock) };
}

test('processes that take requests at the same time never get more than the limit (SES-96)', async () => {
  const { clock, shared } = counts();
  const endsAt = clock.time + 5_000;
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => shared.take('api a', 7, SHARED_LIMIT, endsAt)),
  );
  expect(responses.reduce((sum, { taken }) => sum + taken, 0)).toBe(100);
  expect(new Set(responses.map((response) => response.endsAt))).toEqual(new Set([endsAt]));
  clock.time += 1_000;
  // The window is the one of the first request.
  expect(await shared.take('api a', 7, SHARED_LIMIT, clock.time + 5_000)).toEqual({ taken: 0, endsAt });
  expect(await shared.take('api b', 7, SHARED_LIMIT, clock.time + 5_000)).toMatchObject({ taken: 7 });
});

test('a new window starts if the old one has ended, or if a wrong clock has made it', async () => {
  const { clock, shared } = counts();
  await shared.take('api c', 100, SHARED_LIMIT, clock.time + 5_000);
  clock.time += 5_000;
  const endsAt = clock.time + 5_000;
  expect(await shared.take('api c', 100, SHARED_LIMIT, endsAt)).toEqual({ taken: 100, endsAt });
  clock.time -= 86_400_000;
  expect(await shared.take('api c', 100, SHARED_LIMIT, clock.time + 5_000)).toMatchObject({ taken: 100 });
});

test('rows of windows that have ended are deleted', async () => {
  const { clock, db, shared } = counts();
  clock.time += 1_000_000;
  for (let at = 0; at < 50; at += 1) await shared.take(`api d-${at}`, 1, SHARED_LIMIT, clock.time + 5_000);
  clock.time += 20_000;
  await shared.take('api last', 1, SHARED_LIMIT, clock.time + 5_000);
  const keys = async (): Promise<readonly string[]> =>
    (await db.selectFrom('request_counts').select('key').execute()).map(({ key }) => key);
  await expect.poll(keys).toEqual(['api last']);
});
