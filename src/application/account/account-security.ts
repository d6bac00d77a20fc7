import { failed, ok, type Result } from '../../domain/result.ts';
import {
  type SecondFactor,
  DEFAULT_TOTP_DEVICE,
  preferring,
  type SecondFactors,
  turnedOff,
  turnedOn,
  factorChanges,
} from '../../domain/sign-in.ts';
import type { AccountApi, AccountFailure } from '../../ports/account.ts';
import { MESSAGES } from '../notices-state.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { Auth, AuthFailure } from '../../ports/auth.ts';
import { SignOut } from '../session/sign-out.ts';
import { HostedSession } from '../session/hosted-session.ts';
import { ReportPlayback } from '../progress/report-playback.ts';

export type FactorChange = 'on' | 'off' | 'preferred';

const CHANGES = { on: turnedOn, off: turnedOff, preferred: preferring };

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

const NONE: SecondFactors = { enabled: [], preferred: null };

/** How the account is protected: second factors, devices and sessions. */
export class AccountSecurity {
  static readonly inject: Inject<typeof AccountSecurity> = [
    PORTS.account,
    AccountState,
    PORTS.auth,
    ReportPlayback,
    SignOut,
    HostedSession,
  ];

  /** Whether the service has accepted a code for the last secret. */
  private isAuthenticatorConfirmed = false;

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
    private readonly auth: Auth,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: SignOut,
    private readonly hostedSignOut: HostedSession,
  ) {}

  /** Turns a second factor on or off, or makes it the one that a sign-in asks for. */
  async changeFactor(factor: SecondFactor, change: FactorChange): Promise<Result<void, AccountFailure>> {
    const before = this.state.secondFactors;
    if (before === null) return failed({ kind: 'unknown', message: MESSAGES.saveFailed });
    const after = CHANGES[change](before, factor);
    const saved = await this.account.setSecondFactors(factorChanges(before, after));
    if (!saved.ok) return saved;
    this.state.setSecondFactors(after);
    return ok(undefined);
  }

  /** Gives an authenticator app its secret. Returns it in base32. */
  async startAuthenticator(): Outcome<{ readonly secret: string }> {
    this.isAuthenticatorConfirmed = false;
    return this.account.newAuthenticator();
  }

  /** Verifies the first code, and turns the app on. A device without a name is called 'My TOTP device'. */
  async confirmAuthenticator({
    code,
    deviceName,
  }: {
    readonly code: string;
    readonly deviceName: string;
  }): Outcome<void> {
    if (!this.isAuthenticatorConfirmed) {
      const name = deviceName.trim() || DEFAULT_TOTP_DEVICE;
      const confirmed = await this.account.confirmAuthenticator({ code, deviceName: name });
      if (!confirmed.ok) return confirmed;
      // A code is valid once. If turning the app on fails now, the next attempt only turns it on.
      this.isAuthenticatorConfirmed = true;
    }
    const before = this.state.secondFactors ?? NONE;
    const after = turnedOn(before, 'authenticator');
    const saved = await this.account.setSecondFactors(factorChanges(before, after));
    if (!saved.ok) return saved;
    this.state.setSecondFactors(after);
    return ok(undefined);
  }

  /** Loads the first page of devices again (60 a page). */
  async loadDevices(): Promise<void> {
    this.state.startLoadingDevices();
    const page = await this.account.devices(null);
    if (page.ok) this.state.setDevices(page.value);
    else this.state.failDevices(page.error);
  }

  /** Loads the next page of devices, if there is one. */
  async loadMoreDevices(): Promise<void> {
    const { nextDevices } = this.state;
    if (nextDevices === null) return;
    this.state.startLoadingDevices();
    const page = await this.account.devices(nextDevices);
    if (page.ok) this.state.addDevices(page.value);
    else this.state.failDevices(page.error);
  }

  /** Remembers a device, or stops remembering it. A remembered device replaces the second factor. */
  async setDeviceRemembered(key: string, isRemembered: boolean): Promise<Result<void, AccountFailure>> {
    const saved = await this.account.setDeviceRemembered(key, isRemembered);
    if (saved.ok) this.state.setDeviceRemembered(key, isRemembered);
    return saved;
  }

  /** Forgets a device. At its next sign-in it counts as new. */
  async forgetDevice(key: string): Promise<Result<void, AccountFailure>> {
    const forgotten = await this.account.forgetDevice(key);
    if (forgotten.ok) this.state.removeDevice(key);
    return forgotten;
  }

  /**
   * Signs out on every device. What was heard is reported while the session is still valid. After a failure the
   * listener stays signed in, and sees the message (ACC-36).
   */
  async signOutEverywhere(): Promise<Result<void, AuthFailure>> {
    const isHosted = this.auth.isHosted();
    const done = await this.auth.signOutEverywhere(this.reportPlayback.reportAtOnce());
    if (!done.ok) return done;
    this.endSession.end();
    if (isHosted) void this.hostedSignOut.signOut();
    return done;
  }
}
