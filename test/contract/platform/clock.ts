import { describe, expect, test } from 'vitest';

import { milliseconds } from '../../../src/domain/time.ts';
import type { Clock } from '../../../src/ports/platform.ts';

/** A clock, and a way to let time pass. */
export type ClockFixture = {
  readonly clock: Clock;
  /** Lets about this many milliseconds pass. */
  pass(span: number): Promise<void>;
};

/** The tests that every adapter of the clock must pass. */
export const describeClock = (name: string, make: () => ClockFixture): void => {
  describe(`${name} is a Clock`, () => {
    test('returns a time that advances', async () => {
      const { clock, pass } = make();
      const before = clock.now();
      await pass(30);
      expect(clock.now() - before).toBeGreaterThanOrEqual(25);
      expect(before).toBeGreaterThan(Date.UTC(2020, 0, 1));
    });

    test('returns an elapsed time that advances', async () => {
      const { clock, pass } = make();
      const before = clock.elapsed();
      await pass(30);
      expect(clock.elapsed() - before).toBeGreaterThanOrEqual(25);
    });

    test('emits the time in each period until the subscription ends', async () => {
      const { clock, pass } = make();
      const times: number[] = [];
      const subscription = clock.every(milliseconds(20)).subscribe((now) => times.push(now));
      const startedAt = clock.now();
      await pass(110);
      expect(times.length).toBeGreaterThanOrEqual(2);
      expect(times.every((now) => now > startedAt)).toBe(true);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      subscription.unsubscribe();
      subscription.unsubscribe();
      const { length } = times;
      await pass(60);
      expect(times).toHaveLength(length);
    });

    test('every subscriber has its own timer', async () => {
      const { clock, pass } = make();
      const timer = clock.every(milliseconds(20));
      let first = 0;
      let second = 0;
      const one = timer.subscribe(() => (first += 1));
      const other = timer.subscribe(() => (second += 1));
      await pass(70);
      one.unsubscribe();
      const atUnsubscription = first;
      await pass(70);
      other.unsubscribe();
      expect(first).toBe(atUnsubscription);
      expect(second).toBeGreaterThan(first);
    });

    test('waits for the given time', async () => {
      const { clock, pass } = make();
      let isOver = false;
      const waited = clock.after(milliseconds(40)).then(() => (isOver = true));
      await pass(5);
      expect(isOver).toBe(false);
      await pass(60);
      await waited;
      expect(isOver).toBe(true);
      await clock.after(milliseconds(0));
    });
  });
};
