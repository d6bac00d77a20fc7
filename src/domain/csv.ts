/** A spreadsheet reads a cell that starts like this as a formula, also after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * Returns a text as a cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula starts with an
 * apostrophe (BOOK-11).
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
