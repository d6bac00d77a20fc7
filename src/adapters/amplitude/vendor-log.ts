import type { ILogger } from '@amplitude/analytics-core';
import type { Log } from '../../ports/log.ts';

/**
 * Longest logged text, in characters. The library's sentences are shorter. The rest is the service's full response,
 * which is cut off.
 */
const LONGEST = 120;

/**
 * Writes the library's warnings and errors to the log. Each sentence is logged once a page, because the library repeats
 * it for every event during an outage.
 */
export class VendorLog implements ILogger {
  private readonly logged = new Set<string>();

  constructor(private readonly destination: Log) {}

  warn(...parts: readonly unknown[]): void {
    this.logOnce(parts);
  }

  error(...parts: readonly unknown[]): void {
    this.logOnce(parts);
  }

  disable(): void {}
  enable(): void {}
  log(): void {}
  debug(): void {}

  private logOnce(parts: readonly unknown[]): void {
    const sentence = parts.map(String).join(' ').slice(0, LONGEST);
    if (sentence === '' || this.logged.has(sentence)) return;
    this.logged.add(sentence);
    this.destination.warn('Analytics', { says: sentence });
  }
}
