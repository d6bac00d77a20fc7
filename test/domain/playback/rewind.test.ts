// Proves PLAY-31, PLAY-43.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSpeedElsewhere, rewindAfter } from '../../../src/domain/playback/rewind.ts';
import { instant, milliseconds } from '../../../src/domain/time.ts';
import { law } from '../laws.ts';

const pause = () => fc.integer({ min: -1_000_000, max: 10_000_000 }).map(milliseconds);

law('never goes back further than the length of the pause, or half a minute', [pause()], (length) => {
  const back = rewindAfter(length);
  expect(back).toBeGreaterThanOrEqual(0);
  expect(back).toBeLessThanOrEqual(Math.min(Math.max(length, 0) / 1000, 30));
});

law('never goes back less after a longer pause', [pause(), pause()], (one, other) => {
  const [shorter, longer] = one < other ? [one, other] : [other, one];
  expect(rewindAfter(longer)).toBeGreaterThanOrEqual(rewindAfter(shorter));
});

test('goes back in proportion: six seconds after a minute, thirty after an hour', () => {
  expect(rewindAfter(milliseconds(60_000))).toBe(6);
  expect(rewindAfter(milliseconds(3_600_000))).toBe(30);
  expect(rewindAfter(milliseconds(Number.NaN))).toBe(0);
});

law(
  'a speed that was chosen here counts, unless the provider has a later one',
  [fc.integer(), fc.integer({ min: -100_000, max: 100_000 }), fc.boolean()],
  (chosenAt, after, isPlaceElsewhere) => {
    const isElsewhere = isSpeedElsewhere(instant(chosenAt + after), instant(chosenAt), isPlaceElsewhere);
    expect(isElsewhere).toBe(after > 5_000);
  },
);

test('without a time in the record, the side with the newer position counts', () => {
  expect(isSpeedElsewhere(null, instant(1_000), true)).toBe(true);
  expect(isSpeedElsewhere(null, instant(1_000), false)).toBe(false);
});

test('a speed that the provider heard of within the tolerance of clocks is not newer', () => {
  expect(isSpeedElsewhere(instant(6_000), instant(1_000), false)).toBe(false);
  expect(isSpeedElsewhere(instant(6_001), instant(1_000), false)).toBe(true);
});
