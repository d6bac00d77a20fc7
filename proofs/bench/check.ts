/** Ends a benchmark that does not measure what it says. */
export function check(isTrue: boolean, claim: string): asserts isTrue {
  if (!isTrue) throw new Error(`This benchmark does not measure what it says: ${claim}.`);
}

/** A table in Markdown, so that it can be copied into a document. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
