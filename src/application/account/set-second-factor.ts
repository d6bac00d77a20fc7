import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { preferring, turnedOff, turnedOn, wishesFor } from '../../domain/account/second-factors.ts';
import type { SecondFactor } from '../../domain/sign-in.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import { MESSAGES } from '../messages.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** What to do with a second factor. */
export type FactorChange = 'on' | 'off' | 'preferred';

const CHANGES = { on: turnedOn, off: turnedOff, preferred: preferring };

/** Turns a second factor on or off, or makes it the one that a sign-in asks for. */
export class SetSecondFactor {
  static readonly inject: Inject<typeof SetSecondFactor> = [PORTS.account, AccountState];

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  async change(factor: SecondFactor, change: FactorChange): Promise<Result<void, AccountFailure>> {
    const before = this.state.secondFactors;
    if (before === null) return failed({ kind: 'unknown', message: MESSAGES.saveFailed });
    const after = CHANGES[change](before, factor);
    const saved = await this.account.setSecondFactors(wishesFor(before, after));
    if (!saved.ok) return saved;
    this.state.setSecondFactors(after);
    return ok(undefined);
  }
}
