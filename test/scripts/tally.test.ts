import { describe, expect, test } from 'vitest';
import { flakyOf, sumOf, summaryOf, tallyOfPlaywright, tallyOfVitest } from '../../scripts/lib/tally.mjs';

const vitestReport = (
  numbers: { passed: number; failed: number; skipped?: number },
  files: unknown[] = [],
) => ({
  numPassedTests: numbers.passed,
  numFailedTests: numbers.failed,
  numPendingTests: numbers.skipped ?? 0,
  numTodoTests: 0,
  testResults: files,
});

describe('the sum of all checks', () => {
  test("counts Vitest's tests", () => {
    expect(tallyOfVitest(vitestReport({ passed: 3, failed: 1, skipped: 2 }), 1)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
    });
  });

  test('counts a file that could not be loaded as one failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
    expect(tallyOfVitest(vitestReport({ passed: 1, failed: 1 }, [broken, failing]), 1).failed).toBe(2);
  });

  test("counts Playwright's tests, and names those that passed only when they were run again", () => {
    const spec = (title: string, status: string) => ({
      file: 'a.spec.ts',
      line: 7,
      title,
      tests: [{ status }],
    });
    const report = {
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 },
      suites: [{ specs: [spec('holds', 'expected')], suites: [{ specs: [spec('wavers', 'flaky')] }] }],
    };
    expect(tallyOfPlaywright(report, 1)).toEqual({ passed: 6, failed: 1, skipped: 3 });
    expect(flakyOf(report)).toEqual(['a.spec.ts:7 › wavers']);
  });

  test('never takes a runner that ended with an error for a success', () => {
    expect(tallyOfVitest(vitestReport({ passed: 7, failed: 0 }), 1).failed).toBe(1);
    expect(tallyOfPlaywright({ stats: { expected: 7 } }, 1).failed).toBe(1);
  });

  test('never takes a missing report, or a run without tests, for a success', () => {
    expect(tallyOfVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(tallyOfPlaywright({ stats: { expected: 0 } }, 0).failed).toBe(1);
  });

  test('is one plain line', () => {
    const sum = sumOf([
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 0 },
    ]);
    expect(summaryOf(sum)).toBe('5 passed, 1 failed');
    expect(summaryOf({ passed: 1, failed: 0, skipped: 4 })).toBe('1 passed, 0 failed, 4 skipped');
  });
});
