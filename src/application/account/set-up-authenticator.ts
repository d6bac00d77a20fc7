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

/** Turns an authenticator app on: gives it a secret, then verifies its first code. */
export class SetUpAuthenticator {
  static readonly inject: Inject<typeof SetUpAuthenticator> = [PORTS.account, AccountState];
  /** Whether the service has accepted a code for the last secret. */
  private isConfirmed = false;

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
  ) {}

  /** Returns the secret for the app, in base32. */
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
      // A code is valid once. If turning the app on fails now, the next attempt only turns it on.
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
