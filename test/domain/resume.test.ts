import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { resumeRewind } from '../../src/domain/resume.ts';
import { milliseconds } from '../../src/domain/time.ts';
import { law } from './laws.ts';

const pause = () => fc.integer({ min: -1_000_000, max: 10_000_000 }).map(milliseconds);

law('never goes back further than the pause was long, nor than half a minute', [pause()], (length) => {
  const back = resumeRewind(length);
  expect(back).toBeGreaterThanOrEqual(0);
  expect(back).toBeLessThanOrEqual(Math.min(Math.max(length, 0) / 1000, 30));
});

law('a longer pause never goes back less', [pause(), pause()], (one, other) => {
  const [shorter, longer] = one < other ? [one, other] : [other, one];
  expect(resumeRewind(longer)).toBeGreaterThanOrEqual(resumeRewind(shorter));
});

test('goes back in proportion: six seconds after a minute, thirty after an hour', () => {
  expect(resumeRewind(milliseconds(60_000))).toBe(6);
  expect(resumeRewind(milliseconds(3_600_000))).toBe(30);
  expect(resumeRewind(milliseconds(Number.NaN))).toBe(0);
});
