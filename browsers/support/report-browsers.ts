import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { LIMIT, VERSION } from './browser-session.ts';

/**
 * Prints at the end which browsers ran the journey, what they could not do, which tests were left out, and the time.
 */
export default class ReportBrowsers implements Reporter {
  private readonly lines = new Set<string>();

  onTestEnd(test: TestCase, { annotations, status }: TestResult): void {
    const browser = test.parent.project()?.name ?? '';
    for (const { type, description = '' } of annotations) {
      if (type === VERSION) this.lines.add(`${browser}: walked ${description}`);
      if (type === LIMIT) this.lines.add(`${browser}: ${description}`);
      if (type === 'skip' && status === 'skipped')
        this.lines.add(`${browser}: did not run "${test.title}". ${description}`);
    }
  }

  onEnd({ duration }: FullResult): void {
    const time = `The journey took ${Math.round(duration / 1000)} s.`;
    // oxlint-disable-next-line no-console -- the output of the command
    console.log(`\n${[...[...this.lines].toSorted(), time].join('\n')}`);
  }

  /** The list of tests is printed by another reporter. */
  printsToStdio(): boolean {
    return false;
  }
}
