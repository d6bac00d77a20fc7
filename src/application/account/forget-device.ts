import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Forgets a device. At its next sign-in it counts as new. */
export class ForgetDevice {
  static readonly inject: Inject<typeof ForgetDevice> = [PORTS.account, AccountState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  async forget(key: string): Promise<Result<void, AccountFailure>> {
    const forgotten = await this.account.forgetDevice(key);
    if (forgotten.ok) this.state.removeDevice(key);
    return forgotten;
  }
}
