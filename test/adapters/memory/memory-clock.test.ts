import { describe, expect, test } from 'vitest';

import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { instant, milliseconds } from '../../../src/domain/time.ts';

const START = 1_000_000;

const make = () => {
  const clock = new MemoryClock(instant(START));
  const received: string[] = [];
  const beat = (name: string, period: number) =>
    clock.every(milliseconds(period)).subscribe((now) => received.push(`${name} at ${now - START}`));
  return { clock, received, beat };
};

describe('MemoryClock', () => {
  test('does not move by itself', () => {
    const { clock } = make();
    expect(clock.now()).toBe(START);
    clock.advance(10);
    expect(clock.now()).toBe(START + 10);
    expect(new MemoryClock().now()).toBe(Date.UTC(2026, 0, 1));
  });

  test('fires timers in the order of their times, and timers of the same time one after the other', () => {
    const { clock, received, beat } = make();
    beat('slow', 50);
    beat('fast', 20);
    beat('even', 25);
    clock.advance(50);
    expect(received).toEqual(['fast at 20', 'even at 25', 'fast at 40', 'slow at 50', 'even at 50']);
    expect(clock.now()).toBe(START + 50);
  });

  test('fires every millisecond for a period of 0', () => {
    const { clock, received, beat } = make();
    beat('none', 0);
    clock.advance(2);
    expect(received).toEqual(['none at 1', 'none at 2']);
  });

  test('lets a timer stop itself and others', () => {
    const { clock, received, beat } = make();
    const other = beat('other', 20);
    const subscription = clock.every(milliseconds(10)).subscribe(() => {
      subscription.unsubscribe();
      other.unsubscribe();
    });
    clock.advance(100);
    expect(received).toEqual([]);
  });

  test('runs promises of a timer before the next timer', async () => {
    const { clock, received, beat } = make();
    const chained = async () => {
      await clock.after(milliseconds(10));
      for (let link = 0; link < 20; link += 1) await Promise.resolve();
      received.push(`chained at ${clock.now() - START}`);
      await clock.after(milliseconds(10));
      received.push(`later at ${clock.now() - START}`);
    };
    void chained();
    beat('beat', 15);
    await clock.advanceAsync(30);
    expect(received).toEqual(['chained at 10', 'beat at 15', 'later at 20', 'beat at 30']);
    expect(clock.now()).toBe(START + 30);
  });

  test('fires missed timers once after a sleep, and continues the others', () => {
    const { clock, received, beat } = make();
    beat('minute', 60);
    beat('long', 1000);
    clock.sleep(500);
    expect(received).toEqual(['minute at 500']);
    expect(clock.now()).toBe(START + 500);
    clock.advance(60);
    expect(received).toEqual(['minute at 500', 'minute at 560']);
    clock.advance(440);
    expect(received.filter((entry) => entry.startsWith('long'))).toEqual(['long at 1000']);
  });

  test('ends a wait that expired during a sleep', async () => {
    const { clock } = make();
    let isOver = false;
    void clock.after(milliseconds(100)).then(() => (isOver = true));
    clock.sleep(99);
    await clock.advanceAsync(0);
    expect(isOver).toBe(false);
    clock.sleep(1);
    await clock.advanceAsync(0);
    expect(isOver).toBe(true);
  });
});
