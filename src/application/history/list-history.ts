import type { HistoryStore } from '../../ports/history-store.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { HistoryState } from './history-state.ts';

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
