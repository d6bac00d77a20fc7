import { test as base, expect } from '@playwright/test';
import { PageProblems } from './support/page-problems.ts';
import { Provider } from './support/provider.ts';

type TestFixtures = {
  /** Allows problems that match a pattern: console messages, errors, policy violations. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** Watches the pages of the test's context. A test that opens another context calls `watch` for it. */
  readonly problems: PageProblems;
};

type WorkerFixtures = {
  /** The worker's own provider: one process with fresh data, not shared with other workers. */
  readonly provider: Provider;
};

/**
 * Playwright's `test` for the product: addresses are relative to the worker's provider, faults end with the test, and
 * every problem of a page fails its test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  provider: [
    async ({}, use) => {
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist');
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  baseURL: async ({ provider }, use) => {
    await provider.forgetCalls();
    await use(provider.origin);
    await provider.clearFaults();
    await provider.moveClock(0);
  },

  problems: [
    async ({ context }, use) => {
      const problems = new PageProblems();
      await problems.watch(context);
      await use(problems);
      expect(problems.unexpected(), 'the page has no problems').toEqual([]);
    },
    { auto: true },
  ],

  allowConsole: async ({ problems }, use) => {
    await use((pattern) => problems.allow(pattern));
  },
});

export { expect };
