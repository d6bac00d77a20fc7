import type { Result } from '../domain/result.ts';
import type { AccountApi, AccountFailure } from '../ports/account.ts';
import type { Auth } from '../ports/auth.ts';
import type { EndSession } from './end-session.ts';

/** Deletes the account at the sign-in service, and leaves nothing of the listener here. */
export class DeleteAccount {
  constructor(
    private readonly account: AccountApi,
    private readonly auth: Auth,
    private readonly endSession: EndSession,
  ) {}

  async run(): Promise<Result<void, AccountFailure>> {
    const deleted = await this.account.deleteAccount();
    if (!deleted.ok) return deleted;
    this.auth.accountDeleted();
    this.endSession.run();
    return deleted;
  }
}
