import { csvCell } from '../csv.ts';
import type { StatementSum } from './statements.ts';

/**
 * Writes the rows of a statement as CSV (RFC 4180), with whole milliseconds (STU-34). Columns that the rows do not have are
 * left out. Names of others that a spreadsheet would run as a formula start with an apostrophe.
 */
export function statementCsv(sums: readonly StatementSum[]): string {
  const hasTitle = sums.some(({ title }) => title !== null);
  const hasMonth = sums.some(({ month }) => month !== null);
  const row = (author: string, title: string | null, month: string | null, time: string): string =>
    [
      csvCell(author),
      ...(hasTitle ? [csvCell(title ?? '')] : []),
      ...(hasMonth ? [csvCell(month ?? '')] : []),
      time,
    ].join(',');
  const rows = sums.map(({ author, title, month, time }) => row(author, title, month, String(time)));
  return [row('author', 'title', 'month', '"milliseconds"'), ...rows].map((line) => `${line}\r\n`).join('');
}
