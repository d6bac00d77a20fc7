import type { Result } from '../../domain/result.ts';
import { turnedOff, wishesFor } from '../../domain/account/second-factors.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Removes the phone number, and turns off codes by SMS. */
export class RemovePhoneNumber {
  static readonly inject: Inject<typeof RemovePhoneNumber> = [PORTS.account, AccountState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  async remove(): Promise<Result<void, AccountFailure>> {
    const factors = this.state.secondFactors;
    if (factors?.enabled.includes('sms') === true) {
      const after = turnedOff(factors, 'sms');
      const off = await this.account.setSecondFactors(wishesFor(factors, after));
      if (!off.ok) return off;
      this.state.setSecondFactors(after);
    }
    const removed = await this.account.removePhoneNumber();
    if (removed.ok) this.state.removePhoneNumber();
    return removed;
  }
}
