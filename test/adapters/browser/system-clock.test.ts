import { describe, expect, test, vi } from 'vitest';

import { SystemClock } from '../../../src/adapters/browser/browser-platform.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { instant, milliseconds } from '../../../src/domain/time.ts';
import { describeClock } from '../../contract/platform/platform.ts';

const wait = async (span: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, span));

describeClock('SystemClock', () => ({ clock: new SystemClock(), pass: wait }));

describe('SystemClock', () => {
  test("is corrected by the provider's time if the difference is larger than the header's precision (APP-56)", () => {
    const clock = new SystemClock();
    clock.serverTimeSeen(instant(Date.now() + 3_600_000));
    expect(clock.now() - Date.now()).toBeGreaterThan(3_590_000);
    clock.serverTimeSeen(instant(Date.now() - 900));
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(50);
  });

  test('says when it was corrected, but not for the imprecision of the header (APP-56)', () => {
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

  describe('with a store', () => {
    const hour = 3_600_000;
    const correctionOf = (clock: SystemClock): number => Math.round((clock.now() - Date.now()) / 1000) * 1000;

    test('a later clock starts with the last correction', () => {
      const store = new MemoryKeyValueStore();
      const clock = new SystemClock(store);
      clock.serverTimeSeen(instant(Date.now() + hour));
      expect(correctionOf(new SystemClock(store))).toBe(hour);
      clock.serverTimeSeen(instant(Date.now() - hour));
      expect(correctionOf(new SystemClock(store))).toBe(-hour);
      clock.serverTimeSeen(instant(Date.now()));
      expect(correctionOf(new SystemClock(store))).toBe(0);
    });

    test('the provider corrects what was stored', () => {
      const store = new MemoryKeyValueStore();
      new SystemClock(store).serverTimeSeen(instant(Date.now() + hour));
      const clock = new SystemClock(store);
      const times: number[] = [];
      clock.corrected.subscribe((now) => times.push(now));
      clock.serverTimeSeen(instant(Date.now() + hour));
      expect(times).toEqual([]);
      clock.serverTimeSeen(instant(Date.now()));
      expect(times).toHaveLength(1);
      expect(correctionOf(clock)).toBe(0);
    });

    test('does not store a change of the correction by 6 seconds or less', () => {
      const store = new MemoryKeyValueStore();
      const clock = new SystemClock(store);
      clock.serverTimeSeen(instant(Date.now() - 5_000));
      expect(store.keys()).toEqual([]);
      clock.serverTimeSeen(instant(Date.now() + hour));
      const writes = vi.spyOn(store, 'set');
      clock.serverTimeSeen(instant(Date.now() + hour - 5_000));
      expect(writes).not.toHaveBeenCalled();
      expect(correctionOf(clock)).toBe(hour - 5_000);
    });

    test('stores the correction with a later response if there was no room before', () => {
      const store = new MemoryKeyValueStore();
      const clock = new SystemClock(store);
      store.isFull = true;
      clock.serverTimeSeen(instant(Date.now() + hour));
      expect(correctionOf(clock)).toBe(hour);
      expect(correctionOf(new SystemClock(store))).toBe(0);
      store.isFull = false;
      clock.serverTimeSeen(instant(Date.now() + hour));
      expect(correctionOf(new SystemClock(store))).toBe(hour);
    });

    test.each(['', 'soon', '1e300', 'Infinity', '{}'])('does not read %j as a correction', (text) => {
      const store = new MemoryKeyValueStore();
      new SystemClock(store).serverTimeSeen(instant(Date.now() + hour));
      for (const key of store.keys()) store.set(key, text);
      expect(correctionOf(new SystemClock(store))).toBe(0);
    });
  });
});
