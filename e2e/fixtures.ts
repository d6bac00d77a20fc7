import type { BrowserContext } from '@playwright/test';
import { expect, test as base } from './support/language.ts';
import { Provider } from './support/provider.ts';

/**
 * Collects what no page of the product may have: console errors and warnings, uncaught errors, and violations of its
 * Content Security Policy.
 */
export class PageProblems {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** Watches every page of a context, including pages that open later. */
  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.found.push(`console.${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const { stack, message } = webError.error();
      // An error outside of any function has an empty stack.
      this.found.push(`uncaught: ${stack === undefined || stack === '' ? message : stack}`);
    });
    await context.exposeFunction('reportViolation', (directive: string, blocked: string) => {
      this.found.push(`the Content Security Policy (${directive}) blocked ${blocked}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const report: unknown = Reflect.get(globalThis, 'reportViolation');
        if (typeof report === 'function') Reflect.apply(report, undefined, [effectiveDirective, blockedURI]);
      });
    });
  }

  /** Allows messages that match, because the test causes them on purpose. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** The problems that were found and are not allowed. */
  unexpected(): readonly string[] {
    return this.found.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
  }
}

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
