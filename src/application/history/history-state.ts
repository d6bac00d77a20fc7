import { type HistoryEntry } from '../../domain/history.ts';

/** Why the history is not complete. */
export type HistoryFailure = 'full' | 'blocked' | 'unknown-listener';

export class HistoryState {
  /** Null until it has loaded. */
  entries: readonly HistoryEntry[] | null = null;
  /** What was cleared on this page, and can be put back. */
  cleared: readonly HistoryEntry[] = [];
  /** Why the last entry could not be saved, or `unknown-listener`; null if all works. */
  failure: HistoryFailure | null = null;

  loaded(entries: readonly HistoryEntry[]): void {
    this.entries = entries;
  }

  setCleared(entries: readonly HistoryEntry[]): void {
    this.cleared = entries;
  }

  setFailure(failure: HistoryFailure | null): void {
    this.failure = failure;
  }

  reset(): void {
    this.entries = null;
    this.cleared = [];
    this.failure = null;
  }
}
