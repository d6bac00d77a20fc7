import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatHours,
  type Month,
  monthOf,
  readMonth,
  shiftMonth,
  statementCsv,
  type StatementGrouping,
  type StatementLine,
  type StatementSum,
  sumLines,
  timeByMonth,
  totalTime,
} from '../../src/domain/statements.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { law } from 'audio-streaming-laws/laws';

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
  expect(formatHours(milliseconds(time), (value) => value.toLocaleString('en'))).toBe(text);
});

test.each(['2027-00', '2027-13', '27-01', '2027-1', '', '2027-01-01'])('"%s" is no month', (text) => {
  expect(readMonth(text)).toBeNull();
});

/** Reads CSV (RFC 4180). */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|(\d+))(,|\r\n)/gu)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const aName = (): fc.Arbitrary<string> =>
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('=1+1', '"a", b', 'a\r\nb', ' @x', '-', 'ＡＢ'));
const aSum = (isByTitle: boolean, isByMonth: boolean): fc.Arbitrary<StatementSum> =>
  fc.record({
    key: fc.uuid(),
    authorId: fc.constantFrom('', 'a1'),
    author: aName(),
    title: isByTitle ? aName() : fc.constant(null),
    month: isByMonth ? fc.constantFrom('2026-01', '2026-02') : fc.constant(null),
    time: fc.nat().map(milliseconds),
  });

law(
  'a file of a statement has each row, with all of its texts and its exact time (STU-34)',
  [
    fc
      .constantFrom([false, false] as const, [true, false] as const, [true, true] as const)
      .chain(([isByTitle, isByMonth]) => fc.array(aSum(isByTitle, isByMonth), { minLength: 1 })),
  ],
  (sums) => {
    const [, ...rows] = read(statementCsv(sums));
    const withoutMark = (text: string): string =>
      text.replace(/^'(?=\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/u, '');
    expect(rows.map((row) => row.map(withoutMark))).toEqual(
      sums.map(({ author, title, month, time }) => [
        withoutMark(author),
        ...(title === null ? [] : [withoutMark(title)]),
        ...(month === null ? [] : [month]),
        String(time),
      ]),
    );
  },
);

test.each(['=HYPERLINK("x")', '+1', '-1', '@x', '  =1', '\t=1', '＝1'])(
  'a spreadsheet reads the name %j as a text',
  (author) => {
    const sum = { key: '1', authorId: 'a1', author, title: null, month: null, time: milliseconds(1) };
    expect(read(statementCsv([sum]))[1]?.[0]).toBe(`'${author}`);
  },
);
