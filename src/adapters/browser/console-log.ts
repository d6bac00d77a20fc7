/* oxlint-disable eslint/no-console -- the one place that writes to the console */
import type { Log } from '../../ports/platform.ts';

/** Faults on the browser's console. */
export class ConsoleLog implements Log {
  warn(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    console.warn(message, details);
  }

  error(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    console.error(message, details);
  }
}
