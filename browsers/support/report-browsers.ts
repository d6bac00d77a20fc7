import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { LIMIT, VERSION } from './annotations.ts';

/** Prints in the end which browsers were walked, what they could not do, and which tests did not run in them. */
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

  onEnd(): void {
    // oxlint-disable-next-line no-console -- the output of the command
    if (this.lines.size > 0) console.log(`\n${[...this.lines].toSorted().join('\n')}`);
  }

  /** The list of tests is printed by another reporter. */
  printsToStdio(): boolean {
    return false;
  }
}
