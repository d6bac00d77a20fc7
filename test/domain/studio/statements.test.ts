import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatHours,
  monthOf,
  readMonth,
  shiftMonth,
  sumLines,
  timeByMonth,
  totalTime,
  type Month,
  type StatementGrouping,
  type StatementLine,
} from '../../../src/domain/studio/statements.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { law } from '../laws.ts';

const aMonth = (): fc.Arbitrary<Month> =>
  fc.integer({ min: 0, max: 40 }).map((at) => monthOf(Date.UTC(2025, at)));
const aLine = (): fc.Arbitrary<StatementLine> =>
  fc.record({
    month: aMonth(),
    authorId: fc.constantFrom('a', 'b', 'c'),
    author: fc.constantFrom('Ann', 'Bob'),
    titleId: fc.constantFrom('1', '2', '3'),
    title: fc.constantFrom('The Beach', 'Waves'),
    time: fc.integer({ min: 0, max: 10 ** 12 }).map(milliseconds),
  });
const aGrouping = (): fc.Arbitrary<StatementGrouping> => fc.constantFrom('author', 'title', 'month');

law(
  'sums by author, title or month add up to all lines (STU-34)',
  [fc.array(aLine()), aGrouping()],
  (lines, grouping) => {
    const sums = sumLines(lines, grouping);
    expect(totalTime(sums)).toBe(totalTime(lines));
    expect(new Set(sums.map(({ key }) => key)).size).toBe(sums.length);
  },
);

law('the order of the lines changes no sum', [fc.array(aLine()), aGrouping()], (lines, grouping) => {
  const byKey = (list: readonly StatementLine[]) =>
    new Map(sumLines(list, grouping).map(({ key, time }) => [key, time]));
  expect(byKey(lines.toReversed())).toEqual(byKey(lines));
});

law(
  'the months of a range are all there, in their order, and add up to its lines (STU-34)',
  [fc.array(aLine()), aMonth(), aMonth()],
  (lines, from, to) => {
    const months = timeByMonth(lines, from, to);
    expect(months.map(({ month }) => month)).toEqual(months.map((_, at) => shiftMonth(from, at)));
    if (from <= to) expect(months.at(-1)?.month).toBe(to);
    else expect(months).toEqual([]);
    const inRange = lines.filter(({ month }) => from <= month && month <= to);
    expect(totalTime(months)).toBe(totalTime(inRange));
  },
);

law(
  'a month that is shifted there and back is the same month',
  [aMonth(), fc.integer({ min: -500, max: 500 })],
  (month, by) => {
    expect(shiftMonth(shiftMonth(month, by), -by)).toBe(month);
  },
);

test.each([
  [0, '0:00:00'],
  [59_999, '0:00:59'],
  [3_600_000, '1:00:00'],
  [4_334_709_000, '1,204:05:09'],
])('%d milliseconds are %s', (time, text) => {
  expect(formatHours(milliseconds(time))).toBe(text);
});

test.each(['2027-00', '2027-13', '27-01', '2027-1', '', '2027-01-01'])('"%s" is no month', (text) => {
  expect(readMonth(text)).toBeNull();
});
