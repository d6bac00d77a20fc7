import type { AccountApi } from '../../ports/account.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Lists the listener's devices page by page (60 a page). */
export class ListDevices {
  static readonly inject: Inject<typeof ListDevices> = [PORTS.account, AccountState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  /** Loads the first page again. */
  async load(): Promise<void> {
    this.state.startLoadingDevices();
    const page = await this.account.devices(null);
    if (page.ok) this.state.setDevices(page.value);
    else this.state.failDevices(page.error);
  }

  /** Loads the next page, if there is one. */
  async loadMore(): Promise<void> {
    const { nextDevices } = this.state;
    if (nextDevices === null) return;
    this.state.startLoadingDevices();
    const page = await this.account.devices(nextDevices);
    if (page.ok) this.state.addDevices(page.value);
    else this.state.failDevices(page.error);
  }
}
