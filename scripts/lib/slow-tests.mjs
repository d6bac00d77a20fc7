// The tests that are slow and rarely break. `npm test` leaves them out, `npm run test:all` runs them. This is the only list.

/** Files of Vitest, and folders, whose names end with a slash. */
export const SLOW_UNIT = [
  'test/scenarios/',
  'test/server/db/plans.test.ts',
  'test/server/postgres/',
  'test/server/store/several-processes.test.ts',
  'test/simulation/',
  'test/tools/',
];

/** Files of Playwright, without the folder `e2e/`. */
export const SLOW_BROWSER = [
  'app/contracts.spec.ts',
  'app/harness.spec.ts',
  'app/licences.spec.ts',
  'app/memory.spec.ts',
  'app/older-browsers.spec.ts',
  'app/storm.spec.ts',
  'playback/download-faults.spec.ts',
];

/**
 * An expression for Playwright's `--grep`, which compares it with the file and the title of a test.
 *
 * @param {readonly string[]} files
 */
export const expressionOf = (files) => files.map((file) => file.replaceAll('.', String.raw`\.`)).join('|');
