import type { Log } from '../../ports/log.ts';

type Entry = {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Records the log entries. */
export class MemoryLog implements Log {
  /** Every entry, oldest first. */
  entries: readonly Entry[] = [];

  warn(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.entries = [...this.entries, { level: 'warn', message, details }];
  }

  error(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.entries = [...this.entries, { level: 'error', message, details }];
  }
}
