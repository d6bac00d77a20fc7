import type { UserId } from '../../domain/account/user.ts';
import { milliseconds } from '../../domain/time.ts';
import type { BookmarkStore, HistoryStore, PlaybackJournal } from '../../ports/stored-positions.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { StoredDownloads } from '../downloads/stored-downloads.ts';
import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { Auth } from '../../ports/auth.ts';
import { UpNextState } from '../playback/up-next-state.ts';
import { SignOut } from '../session/sign-out.ts';
import { UserState } from '../session/user-state.ts';

/**
 * The wait before the entries are deleted again. When the session ends, another tab that plays writes its last
 * entries.
 */
const OTHER_TABS = milliseconds(3000);

/** Deletes everything that this browser stores of a listener whose account is deleted. */
class ForgetListener {
  static readonly inject: Inject<typeof ForgetListener> = [
    PORTS.journal,
    PORTS.bookmarks,
    PORTS.history,
    PORTS.clock,
    StoredDownloads,
  ];

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly bookmarks: BookmarkStore,
    private readonly history: HistoryStore,
    private readonly clock: Clock,
    private readonly eraseDownloads: StoredDownloads,
  ) {}

  forget(id: UserId): void {
    this.deleteEntries(id);
    void this.eraseDownloads.erase(id);
    void this.deleteLater(id);
  }

  private async deleteLater(id: UserId): Promise<void> {
    await this.clock.after(OTHER_TABS);
    this.deleteEntries(id);
  }

  private deleteEntries(id: UserId): void {
    this.journal.deleteAllOf(id);
    this.bookmarks.deleteAllOf(id);
    this.history.deleteAllOf(id);
  }
}

/** Deletes the account at the sign-in service, and removes everything of the listener from this browser. */
export class AccountDeletion {
  static readonly inject: Inject<typeof AccountDeletion> = [
    PORTS.account,
    PORTS.auth,
    SignOut,
    ForgetListener,
    UserState,
    UpNextState,
  ];

  constructor(
    private readonly account: AccountApi,
    private readonly auth: Auth,
    private readonly endSession: SignOut,
    private readonly forgetListener: ForgetListener,
    private readonly user: UserState,
    private readonly upNext: UpNextState,
  ) {}

  async delete(): Promise<Result<void, AccountFailure>> {
    const { id } = this.user.user;
    const deleted = await this.account.deleteAccount();
    if (!deleted.ok) return deleted;
    this.auth.accountDeleted();
    // While the session lasts, the entries are deleted from the storage too.
    this.upNext.clear();
    this.endSession.end();
    this.forgetListener.forget(id);
    return deleted;
  }
}
