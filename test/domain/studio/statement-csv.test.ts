import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementCsv } from '../../../src/domain/studio/statement-csv.ts';
import type { StatementSum } from '../../../src/domain/studio/statements.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { law } from '../laws.ts';

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
    const sum = { key: '1', author, title: null, month: null, time: milliseconds(1) };
    expect(read(statementCsv([sum]))[1]?.[0]).toBe(`'${author}`);
  },
);
