/** The two console methods that report problems. */
export type Complaint = { readonly level: 'error' | 'warn'; readonly text: string };

const complaints: Complaint[] = [];
const expected: { readonly pattern: RegExp; met: boolean }[] = [];

/**
 * Declares messages that the running test expects on the console. Each pattern must match at least one `console.error`
 * or `console.warn`. A message that matches does not fail the test.
 */
export function expectConsole(...patterns: readonly RegExp[]): void {
  expected.push(...patterns.map((pattern) => ({ pattern, met: false })));
}

/** Records one message. The guard calls it instead of the console's own method. */
export function noteComplaint(complaint: Complaint): void {
  complaints.push(complaint);
}

/**
 * Checks and forgets the messages since the last call.
 *
 * @returns one line for each unexpected message, and for each expected one that did not appear
 */
export function consoleProblems(): readonly string[] {
  const problems: string[] = [];
  for (const { level, text } of complaints.splice(0)) {
    const match = expected.find(({ pattern }) => pattern.test(text));
    if (match) match.met = true;
    else problems.push(`unexpected console.${level}: ${text}`);
  }
  for (const { pattern, met } of expected.splice(0)) {
    if (!met) problems.push(`expected a console message that matches ${String(pattern)}, and none appeared`);
  }
  return problems;
}
