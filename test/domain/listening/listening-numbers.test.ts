import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { streaks, totalsBy } from '../../../src/domain/listening/listening-numbers.ts';
import { law } from 'audio-streaming-laws/laws';

const DAY_MS = 86_400_000;
const day = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const numbers = fc.integer({ min: 10_000, max: 30_000 });
const days = fc.array(fc.record({ day: numbers.map(day), seconds: fc.nat(90_000) }), { maxLength: 60 });

law('the totals of each span add up to all that was heard (PROG-82)', [days], (heard) => {
  const all = heard.reduce((sum, { seconds }) => sum + seconds, 0);
  for (const span of ['day', 'month', 'year'] as const) {
    expect(totalsBy(span, heard).reduce((sum, { seconds }) => sum + seconds, 0)).toBe(all);
  }
});

law(
  'n days in a row are a streak of n, whatever months, years and changes of the clocks they cross (PROG-83)',
  [numbers, fc.integer({ min: 1, max: 800 }), fc.boolean()],
  (last, length, isHeardToday) => {
    const heard = Array.from({ length }, (_, back) => ({ day: day(last - back), seconds: 60 }));
    const today = day(isHeardToday ? last : last + 1);
    expect(streaks(heard, today)).toEqual({ current: length, longest: length });
    expect(streaks(heard, day(last + 2))).toEqual({ current: 0, longest: length });
  },
);

law('a streak is never longer than the number of days with listening', [days, numbers], (heard, today) => {
  const { current, longest } = streaks(heard, day(today));
  expect(current).toBeLessThanOrEqual(longest);
  expect(longest).toBeLessThanOrEqual(new Set(heard.map((each) => each.day)).size);
});

test('less than a minute is no day of a streak, and parts of a day add up (PROG-83)', () => {
  const short = { day: '2026-03-29', seconds: 59 };
  expect(streaks([short], '2026-03-29')).toEqual({ current: 0, longest: 0 });
  expect(streaks([short, { ...short, seconds: 1 }], '2026-03-29')).toEqual({ current: 1, longest: 1 });
  expect(streaks([], '2026-03-29')).toEqual({ current: 0, longest: 0 });
});
