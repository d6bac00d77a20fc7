import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { MESSAGES } from '../messages.ts';
import { saveFailure } from './save-failure.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Changes the listener's name: first at the provider, whose name is shown, then at the sign-in service, which stores a
 * copy.
 */
export class ChangeName {
  static readonly inject: Inject<typeof ChangeName> = [PORTS.userApi, PORTS.account, UserState, PORTS.log];

  constructor(
    private readonly users: UserApi,
    private readonly account: AccountApi,
    private readonly user: UserState,
    private readonly log: Log,
  ) {}

  async change(text: string): Promise<Result<void, AccountFailure>> {
    const name = text.trim();
    if (name === '') return failed({ kind: 'invalid-input', message: MESSAGES.nameEmpty, field: 'name' });
    if (name === this.user.user.name) return ok(undefined);
    const saved = await this.users.update({ name });
    if (!saved.ok) return failed(saveFailure(saved.error));
    this.user.changeProfile({ name });
    const copied = await this.account.updateAttributes({ name });
    if (!copied.ok) {
      this.log.warn('The sign-in service keeps an earlier name', { kind: copied.error.kind });
    }
    return ok(undefined);
  }
}
