import { sql } from 'kysely';
import { type CreditedTitle, creditedTitles } from './royalties.ts';
import type { Database, RefusalReason } from './tables.ts';

/** A spreadsheet reads a cell that starts like this as a formula, also after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * Writes a table as CSV (RFC 4180, with a line feed at the end of each row). Titles and names come from files and feeds of others. So a text that a
 * spreadsheet would run as a formula starts with an apostrophe, which makes it a text (PROG-61).
 */
export function csv(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** A span of time, in epoch milliseconds: from its start, up to its end and not including it. */
export interface Span {
  readonly from: number;
  readonly till: number;
}

/** The accepted royalties of an item in a month. */
export interface MonthlyTime {
  /** Such as `2026-11`, in UTC. */
  readonly month: string;
  readonly contentId: string;
  /** Whole milliseconds of content. */
  readonly milliseconds: number;
}

/** The time for which an author is credited. */
export interface StatementLine {
  readonly month: string;
  readonly author_id: string;
  readonly author: string;
  readonly title_id: string;
  readonly title: string;
  readonly milliseconds: number;
}

const NO_AUTHOR = { id: '', name: 'No author' };

/**
 * Makes the lines of a statement (PROG-59): one for each month, author and title. Authors of the same title share its
 * time equally. Milliseconds that cannot be shared equally go to the first ones, so the lines add up exactly to the
 * accepted time.
 *
 * @param titleOf names the title of an item; also of one that is no longer in the catalogue
 */
export function statementOf(
  times: readonly MonthlyTime[],
  titleOf: (contentId: string) => CreditedTitle,
): readonly StatementLine[] {
  const sums = new Map<string, { month: string; title: CreditedTitle; milliseconds: number }>();
  for (const { month, contentId, milliseconds } of times) {
    const title = titleOf(contentId);
    const key = `${month} ${title.id}`;
    const sum = sums.get(key) ?? { month, title, milliseconds: 0 };
    sums.set(key, { ...sum, milliseconds: sum.milliseconds + milliseconds });
  }
  const lines = [...sums.values()].flatMap(({ month, title, milliseconds }) => {
    const authors = title.authors.length === 0 ? [NO_AUTHOR] : title.authors;
    const share = Math.floor(milliseconds / authors.length);
    const rest = milliseconds - share * authors.length;
    return authors.map(({ id, name }, index) => ({
      month,
      author_id: id,
      author: name,
      title_id: title.id,
      title: title.title,
      milliseconds: share + (index < rest ? 1 : 0),
    }));
  });
  return lines.filter(({ milliseconds }) => milliseconds > 0).toSorted(inOrder);
}

const inOrder = (a: StatementLine, b: StatementLine): number =>
  compare(a.month, b.month) ||
  compare(a.author, b.author) ||
  compare(a.author_id, b.author_id) ||
  compare(a.title, b.title) ||
  compare(a.title_id, b.title_id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reads the statement of a span. A royalty belongs to the month in which it arrived, in UTC. */
export async function readStatement(db: Database, { from, till }: Span): Promise<readonly StatementLine[]> {
  const { rows } = await sql<MonthlyTime>`
    select to_char(to_timestamp(reported_at / 1000.0) at time zone 'UTC', 'YYYY-MM') as month,
      content_id as "contentId", sum(duration)::bigint as milliseconds
    from royalty_reports where reported_at >= ${from} and reported_at < ${till}
    group by 1, 2
  `.execute(db);
  const ids = [...new Set(rows.map(({ contentId }) => contentId))];
  const titles = await titlesOf(db, ids);
  return statementOf(rows, (id) => titles.get(id) ?? { id, title: id, authors: [] });
}

/** The titles as they are now; as they were at the last royalty if they are no longer in the catalogue. */
export async function titlesOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditedTitle>> {
  const current = await creditedTitles(db, ids);
  const missing = ids.filter((id) => !current.has(id));
  if (missing.length === 0) return current;
  const rows = await db
    .selectFrom('royalty_titles')
    .selectAll()
    .where(sql<boolean>`content_id = any(${missing})`)
    .execute();
  const stored = rows.map(
    ({ content_id, title_id, title, authors }) => [content_id, { id: title_id, title, authors }] as const,
  );
  return new Map([...current, ...stored]);
}

/** What was reported in a span and does not count, by title and reason, the longest first. */
export async function readRefused(db: Database, { from, till }: Span) {
  const { rows } = await sql<{
    content_id: string;
    title: string | null;
    reason: RefusalReason;
    reports: number;
    milliseconds: number;
    newest_at: number;
  }>`
    select refused.content_id, document ->> 'title' as title, reason, count(*)::int as reports,
      sum(duration)::bigint as milliseconds, max(reported_at) as newest_at
    from refused_royalties as refused left join items on items.id = refused.content_id
    where reported_at >= ${from} and reported_at < ${till}
    group by refused.content_id, document ->> 'title', reason
    order by sum(duration) desc, refused.content_id, reason limit 500
  `.execute(db);
  return rows;
}
