import type { BrowserContext } from '@playwright/test';

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
