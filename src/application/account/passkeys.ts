import { message } from '../../domain/message.ts';
import { failed, type Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure, Passkey } from '../../ports/account.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PasskeysState } from './passkeys-state.ts';

/** The passkeys of the listener: add, rename and remove (ACC-42). The list follows each change. */
export class Passkeys {
  static readonly inject: Inject<typeof Passkeys> = [PORTS.account, PasskeysState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: PasskeysState,
  ) {}

  async load(): Promise<void> {
    const listed = await this.account.passkeys();
    if (listed.ok) this.state.set(listed.value);
    else this.state.fail(listed.error);
  }

  async add(): Promise<Result<void, AccountFailure>> {
    return this.changed(await this.account.addPasskey());
  }

  async rename({ id }: Passkey, name: string): Promise<Result<void, AccountFailure>> {
    const given = name.trim();
    if (given === '')
      return failed({ kind: 'invalid-input', message: message('Name cannot be empty'), field: 'name' });
    return this.changed(await this.account.renamePasskey(id, given));
  }

  async remove({ id }: Passkey): Promise<Result<void, AccountFailure>> {
    return this.changed(await this.account.removePasskey(id));
  }

  private async changed(result: Result<void, AccountFailure>): Promise<Result<void, AccountFailure>> {
    if (result.ok) await this.load();
    return result;
  }
}
