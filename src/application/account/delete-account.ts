import type { Result } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentApi } from '../../ports/content-api.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import { EraseDownloads } from '../downloads/erase-downloads.ts';
import { EndSession } from '../session/end-session.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The wait before the journal is deleted. Another tab that plays writes a last entry when the session ends. */
const OTHER_TABS = milliseconds(3000);

/** Deletes the account at the sign-in service, and removes everything of the listener from this browser. */
export class DeleteAccount {
  static readonly inject: Inject<typeof DeleteAccount> = [
    PORTS.account,
    PORTS.auth,
    EndSession,
    PORTS.contentApi,
    PORTS.journal,
    UserState,
    PORTS.clock,
    EraseDownloads,
  ];

  constructor(
    private readonly account: AccountApi,
    private readonly auth: Auth,
    private readonly endSession: EndSession,
    private readonly content: ContentApi,
    private readonly journal: PlaybackJournal,
    private readonly user: UserState,
    private readonly clock: Clock,
    private readonly eraseDownloads: EraseDownloads,
  ) {}

  async delete(): Promise<Result<void, AccountFailure>> {
    const { id } = this.user.user;
    const deleted = await this.account.deleteAccount();
    if (!deleted.ok) return deleted;
    this.auth.accountDeleted();
    this.endSession.end();
    this.content.forget(id);
    this.journal.deleteAllOf(id);
    void this.eraseDownloads.erase(id);
    void this.forgetLater(id);
    return deleted;
  }

  private async forgetLater(id: UserId): Promise<void> {
    await this.clock.after(OTHER_TABS);
    this.journal.deleteAllOf(id);
  }
}
