/**
 * The counts of one step.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * The counts of a step that is a single check: types, lint, a build.
 *
 * @param {number} code its exit code
 * @returns {Tally}
 */
export const oneCheck = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/** @type {Tally} */
export const oneFailure = { passed: 0, failed: 1, skipped: 0 };

/**
 * Counts the tests in Vitest's JSON report. A file that could not be loaded counts as one failure.
 *
 * @param {unknown} report
 * @param {number} code the runner's exit code
 * @returns {Tally}
 */
export function tallyOfVitest(report, code) {
  const passed = count(report, 'numPassedTests');
  const skipped = count(report, 'numPendingTests') + count(report, 'numTodoTests');
  const broken = list(report, 'testResults').filter(
    (file) => field(file, 'status') === 'failed' && list(file, 'assertionResults').every(isNotFailed),
  ).length;
  return atLeastOneFailure({ passed, failed: count(report, 'numFailedTests') + broken, skipped }, code);
}

/**
 * A failed test, or a file that could not be loaded: `test` is then empty.
 *
 * @typedef {{ file: string, test: string }} Failure
 */

/**
 * @param {unknown} report Vitest's JSON report
 * @returns {readonly Failure[]}
 */
export const failuresOfVitest = (report) =>
  list(report, 'testResults').flatMap((tested) => {
    const file = String(field(tested, 'name'));
    const failed = list(tested, 'assertionResults')
      .filter((assertion) => !isNotFailed(assertion))
      .map((assertion) => ({ file, test: String(field(assertion, 'fullName')) }));
    return failed.length > 0 || field(tested, 'status') !== 'failed' ? failed : [{ file, test: '' }];
  });

/**
 * Corrects the counts of a run whose failed files were run a second time. A test that passed then counts as passed.
 *
 * @param {Tally} tally
 * @param {readonly Failure[]} first the failures of the first run
 * @param {readonly Failure[] | null} second the failures of the second run; null if it did not finish
 * @returns {{ tally: Tally, passedLater: readonly Failure[] }}
 */
export function afterSecondRun(tally, first, second) {
  const passedLater =
    second === null
      ? []
      : first.filter(
          ({ file, test }) => !second.some((each) => each.file === file && [test, ''].includes(each.test)),
        );
  const { passed, failed, skipped } = tally;
  return {
    tally: { passed: passed + passedLater.length, failed: failed - passedLater.length, skipped },
    passedLater,
  };
}

/**
 * Counts the tests in Playwright's JSON report. A test that passed only in a second run counts as passed. `flakyOf` names
 * it.
 *
 * @param {unknown} report
 * @param {number} code the runner's exit code
 * @returns {Tally}
 */
export function tallyOfPlaywright(report, code) {
  const stats = field(report, 'stats');
  return atLeastOneFailure(
    {
      passed: count(stats, 'expected') + count(stats, 'flaky'),
      failed: count(stats, 'unexpected'),
      skipped: count(stats, 'skipped'),
    },
    code,
  );
}

/**
 * The tests in Playwright's JSON report that passed only in a second run.
 *
 * @param {unknown} report
 * @returns {readonly string[]} each with its file and line
 */
export const flakyOf = (report) => specsWith(report, 'flaky');

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {readonly string[]} the failed tests, each with its file and line
 */
export const failuresOfPlaywright = (report) => specsWith(report, 'unexpected');

/**
 * @param {unknown} suite the report, or one of its suites
 * @param {string} status
 * @returns {readonly string[]}
 */
function specsWith(suite, status) {
  const own = list(suite, 'specs')
    .filter((spec) => list(spec, 'tests').some((test) => field(test, 'status') === status))
    .map(
      (spec) =>
        `${String(field(spec, 'file'))}:${String(field(spec, 'line'))} › ${String(field(spec, 'title'))}`,
    );
  return [...own, ...list(suite, 'suites').flatMap((inner) => specsWith(inner, status))];
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sumOf(tallies) {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * @param {Tally} tally
 * @returns {string} such as "12 passed, 0 failed", with the skipped tests if there are any
 */
export const summaryOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * Adds a failure if the runner ended with an error or ran no test, but reported no failure.
 *
 * @param {Tally} tally
 * @param {number} code
 * @returns {Tally}
 */
function atLeastOneFailure(tally, code) {
  const ranNothing = tally.passed + tally.failed === 0;
  return (code !== 0 || ranNothing) && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** @param {unknown} assertion */
const isNotFailed = (assertion) => field(assertion, 'status') !== 'failed';

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
const field = (value, name) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {number}
 */
const count = (value, name) => {
  const found = field(value, name);
  return typeof found === 'number' ? found : 0;
};

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {readonly unknown[]}
 */
const list = (value, name) => {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
};
