/** The two console methods whose use means that something is wrong. */
export type Complaint = { readonly level: 'error' | 'warn'; readonly text: string };

const complaints: Complaint[] = [];
const expected: { readonly pattern: RegExp; met: boolean }[] = [];

/**
 * Declares that the running test makes the console complain: each pattern must be met by at least one
 * `console.error` or `console.warn`, and what it meets doesn't fail the test.
 */
export function expectConsole(...patterns: readonly RegExp[]): void {
  expected.push(...patterns.map((pattern) => ({ pattern, met: false })));
}

/** Notes one complaint; called by the guard in place of the console's own method. */
export function noteComplaint(complaint: Complaint): void {
  complaints.push(complaint);
}

/**
 * Judges what was noted since the last call, and forgets it.
 *
 * @returns one line a problem: a complaint nobody expected, or an expected one that never came.
 */
export function consoleProblems(): readonly string[] {
  const problems: string[] = [];
  for (const { level, text } of complaints.splice(0)) {
    const match = expected.find(({ pattern }) => pattern.test(text));
    if (match) match.met = true;
    else problems.push(`unexpected console.${level}: ${text}`);
  }
  for (const { pattern, met } of expected.splice(0)) {
    if (!met) problems.push(`expected a console message that matches ${String(pattern)}, and none came`);
  }
  return problems;
}
