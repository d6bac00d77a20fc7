import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Remembers a device, or stops remembering it. A remembered device replaces the second factor. */
export class RememberDevice {
  static readonly inject: Inject<typeof RememberDevice> = [PORTS.account, AccountState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  async setRemembered(key: string, isRemembered: boolean): Promise<Result<void, AccountFailure>> {
    const saved = await this.account.setDeviceRemembered(key, isRemembered);
    if (saved.ok) this.state.setDeviceRemembered(key, isRemembered);
    return saved;
  }
}
