import { defineConfig } from '@playwright/test';

/** The language of the journeys, if it is not English (`e2e/support/language.ts`). */
const language = process.env['JOURNEY_LANGUAGE'] ?? '';
const executablePath = process.env['CHROMIUM_PATH'];

/**
 * What the browser is to leave out. Of several such lists Chromium heeds the last, so Playwright's own stands here too;
 * a test compares the two.
 */
const LEFT_OUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // The address bar's suggestions are pages of their own, which every new context would load unseen: a second of
  // processor time each.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/**
 * Browser tests against the production build, each worker with a provider of its own. `npm run e2e` finds the browser
 * and makes the build; what follows `--` there is Playwright's.
 */
export default defineConfig({
  projects: [
    { name: language, testDir: 'e2e' },
    // It is of processes, not of pages.
    ...(language === '' ? [{ name: 'storm', testDir: 'proofs/storm' }] : []),
  ],
  globalSetup: './e2e/support/prepared-provider.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // At one's desk a test that passes the second time is a defect that was seen once. Where nobody looks on, it is run
  // again, so that one hiccup of a busy machine doesn't hide what the others say; the summary names it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace costs a third of a run. A test that is run again has one; `npm run e2e -- --trace=on` makes one at once.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The pages are this project's own, and as root Chromium's sandbox refuses to start. Nothing relaxes the
      // autoplay policy: a denied `play()` is a case that the player has to live with.
      chromiumSandbox: false,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${LEFT_OUT.join(',')}`,
      ],
    },
  },
});
