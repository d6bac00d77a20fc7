import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure, SignInDetails } from '../../ports/account.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Fetches the listener's data at the sign-in service, for the account page. */
export class LoadAccountDetails {
  static readonly inject: Inject<typeof LoadAccountDetails> = [PORTS.account, AccountState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  async load(): Promise<Result<SignInDetails, AccountFailure>> {
    this.state.startLoadingDetails();
    const details = await this.account.details();
    if (details.ok) this.state.setDetails(details.value);
    else this.state.failDetails(details.error);
    return details;
  }
}
