import type { AccountFailure, Passkey } from '../../ports/account.ts';

/** The listener's passkeys, for the account page. */
export class PasskeysState {
  /** Null until they are loaded. */
  passkeys: readonly Passkey[] | null = null;
  failure: AccountFailure | null = null;

  set(passkeys: readonly Passkey[]): void {
    this.passkeys = passkeys;
    this.failure = null;
  }

  fail(failure: AccountFailure): void {
    this.failure = failure;
  }

  reset(): void {
    this.passkeys = null;
    this.failure = null;
  }
}
