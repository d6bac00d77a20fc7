import { test as base, expect } from '@playwright/test';
import { PageProblems } from './support/page-problems.ts';
import { Provider } from './support/provider.ts';

type TestFixtures = {
  /** Lets what matches a pattern (console messages, errors, policy violations) pass without failing this test. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** Watches the pages of the test's own context; a test that opens another context has it watched as well. */
  readonly problems: PageProblems;
};

type WorkerFixtures = {
  /** The worker's own provider: one process, fresh data, no test of another worker in its way. */
  readonly provider: Provider;
};

/**
 * Playwright's `test` on the product: addresses are relative to the worker's provider, faults never outlive a test,
 * and a page that complains fails its test.
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
      expect(problems.unexpected(), 'the page must not complain').toEqual([]);
    },
    { auto: true },
  ],

  allowConsole: async ({ problems }, use) => {
    await use((pattern) => problems.allow(pattern));
  },
});

export { expect };
