import { describe, expect, test } from 'vitest';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { FollowTime } from '../../src/application/follow-time.ts';
import { TimeState } from '../../src/application/time-state.ts';
import { instant, type Instant } from '../../src/domain/time.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

/** Ten minutes after a full hour. */
const START = instant(Date.UTC(2026, 0, 1, 10, 10));

const following = () => {
  const clock = new MemoryClock(START);
  const time = new TimeState();
  const moves: Instant[] = [];
  const follow = new FollowTime(clock, {
    get now() {
      return time.now;
    },
    setNow: (now) => {
      moves.push(now);
      time.setNow(now);
    },
  });
  follow.start();
  moves.length = 0;
  return { clock, time, follow, moves };
};

const after = (span: number): Instant => instant(START + span);

describe('the time of the screens', () => {
  test('stands still, without a timer, while nothing on the page depends on it (APP-57)', async () => {
    const { clock, follow, moves } = following();
    expect(clock.pendingTimers).toBe(0);
    follow.moveAt([after(9 * SECOND)]).unsubscribe();
    moves.length = 0;
    expect(clock.pendingTimers).toBe(0);
    await clock.advanceAsync(2 * HOUR);
    expect(moves).toEqual([]);
  });

  test('moves just after each instant that matters, and at no other time (APP-57)', async () => {
    const { clock, follow, moves } = following();
    follow.moveAt([after(90 * SECOND), after(7 * SECOND)]);
    follow.moveAt([after(-5 * SECOND), after(30 * SECOND)]);
    moves.length = 0;
    await clock.advanceAsync(40 * 60 * SECOND);
    expect(moves.map((now) => now - START)).toEqual([7_001, 30_001, 90_001]);
  });

  test('moves at each full hour (APP-57)', async () => {
    const { clock, follow, moves } = following();
    follow.moveAt([]);
    moves.length = 0;
    await clock.advanceAsync(3 * HOUR);
    expect(moves.map((now) => Math.floor((now - START) / 60_000))).toEqual([50, 110, 170]);
  });

  test('moves at once if it stood still until something needed it', async () => {
    const { clock, time, follow } = following();
    await clock.advanceAsync(5 * 60 * SECOND);
    expect(time.now).toBe(START);
    follow.moveAt([after(HOUR)]);
    expect(time.now).toBe(clock.now());
  });

  test('moves at once for an instant that has passed since its last move', async () => {
    const { clock, time, follow } = following();
    follow.moveAt([]);
    await clock.advanceAsync(20 * SECOND);
    follow.moveAt([after(60 * SECOND), after(-60 * SECOND)]);
    expect(time.now, 'nothing was missed').toBe(START);
    follow.moveAt([after(10 * SECOND)]);
    expect(time.now).toBe(clock.now());
  });

  test('moves within a minute after the machine slept, although its timers slept too', async () => {
    const { clock, time, follow } = following();
    follow.moveAt([after(30 * 60 * SECOND)]);
    clock.set(45 * 60 * SECOND);
    await clock.advanceAsync(60 * SECOND);
    expect(time.now).toBe(clock.now());
  });

  test('moves when the clock is corrected, set back, or the listener returns (APP-57)', async () => {
    const { clock, time, follow } = following();
    follow.moveAt([after(2 * HOUR)]);
    clock.set(HOUR);
    clock.corrected.emit(clock.now());
    expect(time.now).toBe(clock.now());
    clock.set(-2 * HOUR);
    await clock.advanceAsync(60 * SECOND);
    expect(time.now).toBe(clock.now());
    clock.set(10 * SECOND);
    follow.move();
    expect(time.now).toBe(clock.now());
  });

  test('has one timer for all that it waits for', () => {
    const { clock, follow } = following();
    const waits = Array.from({ length: 100 }, (_, at) => follow.moveAt([after((at + 1) * SECOND)]));
    expect(clock.pendingTimers).toBe(1);
    for (const wait of waits) wait.unsubscribe();
    expect(clock.pendingTimers).toBe(0);
  });
});
