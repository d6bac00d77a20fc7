import { DEFAULT_TOTP_DEVICE } from '../../domain/account/authenticator.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { turnedOn, wishesFor } from '../../domain/account/second-factors.ts';
import type { SecondFactors } from '../../domain/account/second-factors.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

const NONE: SecondFactors = { enabled: [], preferred: null };

/** Turns an authenticator app on: a secret for it, then its first code as the proof that it works. */
export class SetUpAuthenticator {
  static readonly inject: Inject<typeof SetUpAuthenticator> = [PORTS.account, AccountState];
  /** Whether the app has proved itself since the last secret was given out. */
  private isConfirmed = false;

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  /** The secret, base32, to be given to the app. */
  async start(): Outcome<{ readonly secret: string }> {
    this.isConfirmed = false;
    return this.account.newAuthenticator();
  }

  /** A device without a name is called 'My TOTP device'. */
  async confirm({ code, deviceName }: { readonly code: string; readonly deviceName: string }): Outcome<void> {
    if (!this.isConfirmed) {
      const name = deviceName.trim() || DEFAULT_TOTP_DEVICE;
      const confirmed = await this.account.confirmAuthenticator({ code, deviceName: name });
      if (!confirmed.ok) return confirmed;
      // A code counts once: if it cannot be turned on now, the next attempt does only that.
      this.isConfirmed = true;
    }
    const before = this.state.secondFactors ?? NONE;
    const after = turnedOn(before, 'authenticator');
    const saved = await this.account.setSecondFactors(wishesFor(before, after));
    if (!saved.ok) return saved;
    this.state.setSecondFactors(after);
    return ok(undefined);
  }
}
