import { describe, expect, test } from 'vitest';

import { SystemClock } from '../../../src/adapters/browser/system-clock.ts';
import { instant, milliseconds } from '../../../src/domain/time.ts';
import { describeClock } from '../../contract/platform/clock.ts';

const wait = async (span: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, span));

describeClock('SystemClock', () => ({ clock: new SystemClock(), pass: wait }));

describe('SystemClock', () => {
  test("is corrected by the provider's time if the difference is larger than the header's precision", () => {
    const clock = new SystemClock();
    clock.serverTimeSeen(instant(Date.now() + 3_600_000));
    expect(clock.now() - Date.now()).toBeGreaterThan(3_590_000);
    clock.serverTimeSeen(instant(Date.now() - 900));
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(50);
  });

  test('says when it was corrected, but not for the imprecision of the header', () => {
    const clock = new SystemClock();
    const times: number[] = [];
    clock.corrected.subscribe((now) => times.push(now));
    clock.serverTimeSeen(instant(Date.now() + 900));
    clock.serverTimeSeen(instant(Date.now() + 3_600_000));
    clock.serverTimeSeen(instant(Date.now() + 3_599_000));
    clock.serverTimeSeen(instant(Date.now()));
    expect(times.map((now) => (now - Date.now()) / 3_600_000)).toEqual([
      expect.closeTo(1),
      expect.closeTo(0),
    ]);
  });

  test('a correction does not change the elapsed time', () => {
    const clock = new SystemClock();
    const before = clock.elapsed();
    clock.serverTimeSeen(instant(Date.now() + 3_600_000));
    expect(clock.elapsed() - before).toBeLessThan(1_800_000);
  });

  test('a wait that is too long for one timer does not end at once', async () => {
    let isOver = false;
    void new SystemClock().after(milliseconds(1e12)).then(() => (isOver = true));
    await wait(30);
    expect(isOver).toBe(false);
  });
});
