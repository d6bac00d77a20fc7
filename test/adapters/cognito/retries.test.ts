import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retried } from '../../../src/adapters/cognito/within.ts';
import { RenewalBackoff } from '../../../src/adapters/cognito/session/session-renewal.ts';
import { TokenStore } from '../../../src/adapters/cognito/session/token-store.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { CLIENT_ID, PREFIX } from './scripted-user.ts';

const make = (random: () => number, store = new MemoryKeyValueStore(), clock = new MemoryClock()) => ({
  backoff: new RenewalBackoff(new TokenStore(store, CLIENT_ID), clock, random),
  clock,
  store,
});

/** The length of the pause from now, in seconds. */
const pauseOf = ({ backoff, clock }: ReturnType<typeof make>): number => {
  let seconds = 0;
  for (; backoff.isPausing; seconds += 0.5) clock.advance(500);
  return seconds;
};

test('doubles the pause after each failure, up to 30 seconds (SES-27)', () => {
  const made = make(() => 0);
  expect(made.backoff.isPausing).toBe(false);
  const pauses = Array.from({ length: 7 }, () => {
    made.backoff.failed();
    return pauseOf(made);
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test('pauses in every tab, for at least half of the time (SES-27)', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (chance) => {
      const made = make(() => chance);
      for (const longest of [1, 2, 4, 8]) {
        made.backoff.failed();
        const other = make(() => 0, made.store.inAnotherTab(), made.clock);
        expect(other.backoff.isPausing).toBe(true);
        const pause = pauseOf(other);
        expect(pause).toBeGreaterThanOrEqual(longest / 2);
        expect(pause).toBeLessThanOrEqual(longest);
      }
    }),
  );
});

test('ignores an invalid stored pause', () => {
  for (const written of ['', 'x', '3', '3 x', `1 ${Number.MAX_SAFE_INTEGER}`, 'x 5']) {
    const made = make(() => 0);
    made.store.set(`${PREFIX}renewalFailures`, written);
    expect(made.backoff.isPausing, written).toBe(false);
    made.backoff.failed();
    expect(made.backoff.isPausing, written).toBe(true);
  }
});

/** The times of the attempts, which fail until `successAt`. */
const attemptsOf = async (successAt: number, random: () => number, longest?: number) => {
  const clock = new MemoryClock();
  const start = clock.now();
  const at: number[] = [];
  const outcome = retried(
    async () => {
      at.push(clock.now() - start);
      return at.length >= successAt;
    },
    (isDone) => !isDone,
    { clock, random, ...(longest === undefined ? {} : { longest: milliseconds(longest) }) },
  );
  await clock.advanceAsync(3_600_000);
  return { at, isDone: await outcome };
};

describe('retried', () => {
  test('doubles the delay from 100 ms, and stops when the work succeeds (SES-62)', async () => {
    expect(await attemptsOf(4, () => 0)).toEqual({ at: [0, 200, 600, 1400], isDone: true });
  });

  test('returns the last outcome when a delay would be longer than 5 minutes or the given limit', async () => {
    const unlimited = await attemptsOf(Infinity, () => 0);
    expect(unlimited.isDone).toBe(false);
    expect(unlimited.at).toHaveLength(12);
    const short = await attemptsOf(Infinity, () => 0, 5000);
    expect(short.at).toEqual([0, 200, 600, 1400, 3000, 6200]);
  });

  test('ends when its caller cancels', async () => {
    const clock = new MemoryClock();
    const givenUp = new AbortController();
    let attempts = 0;
    const outcome = retried(
      async () => {
        attempts += 1;
        return attempts;
      },
      () => true,
      { clock, random: () => 0, signal: givenUp.signal },
    );
    await clock.advanceAsync(500);
    givenUp.abort();
    await clock.advanceAsync(3_600_000);
    expect(await outcome).toBe(2);
    expect(attempts).toBe(2);
  });

  test('adds a random time of up to 100 ms to each delay (SES-62)', async () => {
    expect((await attemptsOf(4, () => 1)).at).toEqual([0, 300, 800, 1700]);
  });

  test('never adds a random time of more than 100 ms to a delay', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), async (chance) => {
        const { at } = await attemptsOf(6, () => chance);
        const delays = at.slice(1).map((time, index) => time - (at[index] ?? 0));
        delays.forEach((delay, index) => {
          expect(delay - 100 * 2 ** (index + 1)).toBeGreaterThan(-0.01);
          expect(delay - 100 * 2 ** (index + 1)).toBeLessThan(100.01);
        });
      }),
    );
  });
});
