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
