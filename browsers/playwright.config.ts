import { defineConfig } from '@playwright/test';

/** The browsers that the journey can walk through. */
export type BrowserName = 'firefox' | 'webkit' | 'chromium';

const BROWSERS: readonly BrowserName[] = ['firefox', 'webkit', 'chromium'];

/**
 * The same journey in several browsers, against the production build. `npm run browsers` finds the browsers and makes the
 * build; what follows `--` there is for Playwright's runner.
 */
export default defineConfig<object, { readonly target: BrowserName }>({
  testDir: '.',
  globalSetup: ['../e2e/support/prepared-provider.ts', './support/screen-and-sound.ts'],
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A browser that does not start is started once more by its fixture. With `CI` set, a journey that fails runs once
  // more, as in the browser tests. The summary names the journeys that passed only then.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [
    ['list'],
    ['./support/report-browsers.ts'],
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json'] as const] : []),
  ],
  projects: BROWSERS.map((target) => ({ name: target, use: { target } })),
});
