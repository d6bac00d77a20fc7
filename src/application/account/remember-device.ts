import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { AccountState } from './account-state.ts';

/** Remembers a device, or no longer (section 4): a remembered one takes the place of the second factor. */
export class RememberDevice {
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
