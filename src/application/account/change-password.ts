import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Changes the password at the sign-in service, and reports the change to the provider, without the password. The
 * listener does not wait for the report and is not told of its failure.
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
    void this.tellProvider();
    return ok(undefined);
  }

  private async tellProvider(): Promise<void> {
    const told = await this.users.passwordChanged();
    if (!told.ok) this.log.warn('The provider was not told of a changed password', { kind: told.error.kind });
  }
}
