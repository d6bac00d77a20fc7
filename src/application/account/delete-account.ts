import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { Auth } from '../../ports/auth.ts';
import { UpNextState } from '../playback/up-next/up-next-state.ts';
import { EndSession } from '../session/end-session.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { ForgetListener } from './forget-listener.ts';

/** Deletes the account at the sign-in service, and removes everything of the listener from this browser. */
export class DeleteAccount {
  static readonly inject: Inject<typeof DeleteAccount> = [
    PORTS.account,
    PORTS.auth,
    EndSession,
    ForgetListener,
    UserState,
    UpNextState,
  ];

  constructor(
    private readonly account: AccountApi,
    private readonly auth: Auth,
    private readonly endSession: EndSession,
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
