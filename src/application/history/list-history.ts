import type { HistoryEntry } from '../../domain/history.ts';
import type { HistoryStore } from '../../ports/history-store.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';

/** Why the history is not complete. */
export type HistoryFailure = 'full' | 'blocked' | 'unknown-listener';

/** The listener's history on the screen. */
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

/** Shows the listener's history, as long as its page is open, and clears it. */
export class ListHistory {
  static readonly inject: Inject<typeof ListHistory> = [PORTS.history, HistoryState, RefreshUser, UserState];
  private following: Subscription | null = null;

  constructor(
    private readonly history: HistoryStore,
    private readonly state: HistoryState,
    private readonly refreshUser: RefreshUser,
    private readonly user: UserState,
  ) {}

  /** The state that the view observes. It follows the history until `close`. */
  async open(): Promise<HistoryState> {
    this.following ??= this.history.changed.subscribe(() => this.load());
    await this.refreshUser.known();
    this.load();
    return this.state;
  }

  close(): void {
    this.following?.unsubscribe();
    this.following = null;
    this.state.setCleared([]);
  }

  /** Deletes the whole history. It can be put back as long as its page is open (HIST-7). */
  clear(): void {
    const { id } = this.user.user;
    const cleared = this.history.entries(id);
    this.history.deleteAllOf(id);
    this.state.setCleared(cleared);
  }

  /** Puts back what was cleared. */
  putBack(): void {
    const { id } = this.user.user;
    const { cleared } = this.state;
    this.state.setCleared([]);
    for (const entry of cleared) {
      const saved = this.history.save(id, entry);
      if (!saved.ok) {
        this.state.setFailure(saved.error.kind);
        this.state.setCleared(cleared);
        return;
      }
    }
  }

  private load(): void {
    const { id } = this.user.user;
    if (id === '') this.state.setFailure('unknown-listener');
    else this.state.loaded(this.history.entries(id));
  }
}
