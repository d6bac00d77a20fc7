import { describe, expect, test } from 'vitest';
import {
  afterSecondRun,
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOf,
  sumOf,
  summaryOf,
  tallyOfPlaywright,
  tallyOfVitest,
} from '../../scripts/lib/tally.mjs';

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
      suites: [
        {
          specs: [spec('holds', 'expected'), spec('breaks', 'unexpected')],
          suites: [{ specs: [spec('wavers', 'flaky')] }],
        },
      ],
    };
    expect(tallyOfPlaywright(report, 1)).toEqual({ passed: 6, failed: 1, skipped: 3 });
    expect(flakyOf(report)).toEqual(['a.spec.ts:7 › wavers']);
    expect(failuresOfPlaywright(report)).toEqual(['a.spec.ts:7 › breaks']);
  });

  test('counts a test that passed in its second run as passed, and names it', () => {
    const failed = (name: string, tests: readonly string[]) => ({
      name,
      status: 'failed',
      assertionResults: tests.map((fullName) => ({ fullName, status: 'failed' })),
    });
    const first = failuresOfVitest(
      vitestReport({ passed: 5, failed: 3 }, [
        failed('a', ['wavers', 'breaks']),
        failed('b', ['never runs again']),
      ]),
    );
    const second = failuresOfVitest(
      vitestReport({ passed: 1, failed: 1 }, [failed('a', ['breaks']), failed('b', [])]),
    );
    const tally = { passed: 5, failed: 3, skipped: 0 };
    expect(afterSecondRun(tally, first, second)).toEqual({
      tally: { passed: 6, failed: 2, skipped: 0 },
      passedLater: [{ file: 'a', test: 'wavers' }],
    });
    expect(afterSecondRun(tally, first, null)).toEqual({ tally, passedLater: [] });
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
