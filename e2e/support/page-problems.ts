import type { BrowserContext } from '@playwright/test';

/**
 * Gathers what no page of the product may do: complain on the console, throw, or ask for what its Content Security
 * Policy forbids.
 */
export class PageProblems {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** Begins to watch every page of a context, those that it has yet to open as well. */
  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.found.push(`console.${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const { stack, message } = webError.error();
      // What fails outside any function has an empty stack.
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

  /** Lets messages pass that match: what the test provokes on purpose. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** What was found and is not allowed. */
  unexpected(): readonly string[] {
    return this.found.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
  }
}
