import { csvCell } from '../../../src/domain/csv.ts';
import { type Instant, milliseconds, type Milliseconds } from '../../../src/domain/time.ts';

/** A month, such as `2027-01`, in UTC. */
export type Month = `${number}-${number}`;

/** The time for which an author is credited. */
export type StatementLine = {
  readonly month: string;
  readonly authorId: string;
  readonly author: string;
  readonly titleId: string;
  readonly title: string;
  readonly time: Milliseconds;
};

/** Reported time that does not count. */
export type RefusedTime = {
  readonly id: string;
  /** Null if there is no such title. */
  readonly title: string | null;
  readonly reason: string;
  readonly reports: number;
  readonly time: Milliseconds;
};

/** What other apps downloaded of a title in a month. */
export type Downloads = {
  readonly month: string;
  readonly titleId: string;
  readonly title: string;
  readonly downloads: number;
};

/** The listened time of a span, by author and title, and the downloads of other apps, which are no listened time. */
export type Statement = {
  readonly lines: readonly StatementLine[];
  readonly refused: readonly RefusedTime[];
  readonly downloads: {
    readonly titles: readonly Downloads[];
    /** Whether authors are credited for downloads (FEED-58). */
    readonly isPaid: boolean;
    /** The credited time. Empty unless it is paid. */
    readonly lines: readonly StatementLine[];
  };
};

/** How the lines of a statement are put together. */
export type StatementGrouping = 'author' | 'title' | 'month';

/** The time of an author, of a title of an author, or of a title of an author in a month. */
export type StatementSum = {
  readonly key: string;
  readonly month: string | null;
  /** Empty for a title without an author. */
  readonly authorId: string;
  readonly author: string;
  readonly title: string | null;
  readonly time: Milliseconds;
};

/** The sum of all lines. */
export const totalTime = (lines: readonly { readonly time: Milliseconds }[]): Milliseconds =>
  milliseconds(lines.reduce((sum, { time }) => sum + time, 0));

/** Adds up the lines by author, title or month (STU-34). The sums have the order of the first line of each. */
export function sumLines(
  lines: readonly StatementLine[],
  grouping: StatementGrouping,
): readonly StatementSum[] {
  const sums = new Map<string, StatementSum>();
  for (const { month, authorId, author, titleId, title, time } of lines) {
    const isByTitle = grouping !== 'author';
    const isByMonth = grouping === 'month';
    const key = JSON.stringify([authorId, author, isByTitle ? titleId : '', isByMonth ? month : '']);
    const before = sums.get(key)?.time ?? 0;
    sums.set(key, {
      key,
      month: isByMonth ? month : null,
      authorId,
      author,
      title: isByTitle ? title : null,
      time: milliseconds(before + time),
    });
  }
  return [...sums.values()];
}

/** The time of each month of a range, also of those without any (STU-34). */
export function timeByMonth(
  lines: readonly StatementLine[],
  from: Month,
  to: Month,
): readonly { readonly month: Month; readonly time: Milliseconds }[] {
  const months: Month[] = [];
  for (let month = from; month <= to && months.length < MOST_MONTHS; month = shiftMonth(month, 1))
    months.push(month);
  return months.map((month) => ({
    month,
    time: totalTime(lines.filter((line) => line.month === month)),
  }));
}

const MOST_MONTHS = 1200;

/** The month that is some months later, or earlier. */
export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + by));
}

/** The month of an instant. */
export function monthOf(at: Instant | number): Month {
  const date = new Date(at);
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}` as Month;
}

/** The month in a text; null for any other text. */
export const readMonth = (text: string): Month | null =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/u.test(text) ? (text as Month) : null;

/** A duration in hours, minutes and seconds: `1,204:05:09`. */
export function formatHours(time: Milliseconds, formatNumber: (value: number) => string): string {
  const seconds = Math.floor(time / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = formatNumber(Math.floor(seconds / 3600));
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

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
