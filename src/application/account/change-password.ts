import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Changes the password at the sign-in service, and reports the change to the provider, without the password. The
 * listener does not wait for the report, and its failure is only logged.
 */
export class ChangePassword {
  static readonly inject: Inject<typeof ChangePassword> = [PORTS.account, PORTS.userApi, PORTS.log];

  constructor(
    private readonly account: AccountApi,
    private readonly users: UserApi,
    private readonly log: Log,
  ) {}

  async change(change: {
    readonly password: string;
    readonly newPassword: string;
  }): Promise<Result<void, AccountFailure>> {
    const changed = await this.account.changePassword(change);
    if (!changed.ok) return changed;
    void this.reportChange();
    return ok(undefined);
  }

  private async reportChange(): Promise<void> {
    const reported = await this.users.passwordChanged();
    if (!reported.ok)
      this.log.warn('A changed password was not reported to the provider', { kind: reported.error.kind });
  }
}
