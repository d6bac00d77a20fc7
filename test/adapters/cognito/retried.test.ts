// Proves SES-62.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { retried } from '../../../src/adapters/cognito/retried.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { milliseconds } from '../../../src/domain/time.ts';

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
  test('doubles the delay from 100 ms, and stops when the work succeeds', async () => {
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

  test('adds a random time of up to 100 ms to each delay', async () => {
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
