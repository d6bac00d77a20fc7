import type { ILogger } from '@amplitude/analytics-core';
import type { Log } from '../../ports/log.ts';

/** Long enough for every sentence of the library; what comes after is the service's whole answer. */
const LONGEST = 120;

/**
 * The library's warnings and errors as log lines (section 8: logged only), each sentence once a page: an outage would
 * repeat it for every event.
 */
export class VendorLog implements ILogger {
  private readonly told = new Set<string>();

  constructor(private readonly destination: Log) {}

  warn(...parts: readonly unknown[]): void {
    this.tell(parts);
  }

  error(...parts: readonly unknown[]): void {
    this.tell(parts);
  }

  disable(): void {}
  enable(): void {}
  log(): void {}
  debug(): void {}

  private tell(parts: readonly unknown[]): void {
    const sentence = parts.map(String).join(' ').slice(0, LONGEST);
    if (sentence === '' || this.told.has(sentence)) return;
    this.told.add(sentence);
    this.destination.warn('Analytics', { says: sentence });
  }
}
