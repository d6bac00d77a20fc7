import { describe, expect, test } from 'vitest';

import { milliseconds } from '../../../src/domain/time.ts';
import type { Clock } from '../../../src/ports/clock.ts';

export type ClockWorld = {
  readonly clock: Clock;
  /** Lets about this much time pass, and whatever is chained to it. */
  pass(span: number): Promise<void>;
};

/** What every clock has to be. */
export const describeClock = (name: string, make: () => ClockWorld): void => {
  describe(`${name} is a Clock`, () => {
    test('tells a time that goes on', async () => {
      const { clock, pass } = make();
      const before = clock.now();
      await pass(30);
      expect(clock.now() - before).toBeGreaterThanOrEqual(25);
      expect(before).toBeGreaterThan(Date.UTC(2020, 0, 1));
    });

    test('beats with the time of each beat until nobody listens', async () => {
      const { clock, pass } = make();
      const heard: number[] = [];
      const subscription = clock.every(milliseconds(20)).subscribe((now) => heard.push(now));
      const begun = clock.now();
      await pass(110);
      expect(heard.length).toBeGreaterThanOrEqual(2);
      expect(heard.every((now) => now > begun)).toBe(true);
      expect(heard).toEqual(heard.toSorted((one, other) => one - other));
      subscription.unsubscribe();
      subscription.unsubscribe();
      const { length } = heard;
      await pass(60);
      expect(heard).toHaveLength(length);
    });

    test('every listener has beats of its own', async () => {
      const { clock, pass } = make();
      const beat = clock.every(milliseconds(20));
      let first = 0;
      let second = 0;
      const one = beat.subscribe(() => (first += 1));
      const other = beat.subscribe(() => (second += 1));
      await pass(70);
      one.unsubscribe();
      const atThatTime = first;
      await pass(70);
      other.unsubscribe();
      expect(first).toBe(atThatTime);
      expect(second).toBeGreaterThan(first);
    });

    test('waits for as long as it is told', async () => {
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
