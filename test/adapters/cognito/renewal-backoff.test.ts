// Proves SES-27.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { RenewalBackoff } from '../../../src/adapters/cognito/session/renewal-backoff.ts';
import { TokenStore } from '../../../src/adapters/cognito/session/token-store.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { CLIENT_ID, PREFIX } from './tokens.ts';

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

test('doubles the pause after each failure, up to 30 seconds', () => {
  const made = make(() => 0);
  expect(made.backoff.isPausing).toBe(false);
  const pauses = Array.from({ length: 7 }, () => {
    made.backoff.failed();
    return pauseOf(made);
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test('pauses in every tab, for at least half of the time', () => {
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
