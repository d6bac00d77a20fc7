import { failed, ok, type Result } from '../../domain/result.ts';
import type { AuthFailure, SignInStep, Registration } from '../../ports/auth.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { Cancellation } from '../../ports/platform.ts';
import { MESSAGES } from '../notices-state.ts';
import { SignIn } from './sign-in.ts';
import { RegisterAccount } from './register-account.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

type Credentials = { readonly email: string; readonly password: string };
type Account = Credentials & { readonly firstName: string };
type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/** The next step for the listener. */
export type AccountStep = SignInStep | { readonly kind: 'confirmation-needed' };

/**
 * What a listener does who cannot sign in yet: creates an account, or resets the password.
 *
 * Creating an account registers at the sign-in service, confirms by code or by link, and signs in, which reports the
 * account to the provider. The password is in memory only here, until the sign-in.
 */
export class SignUp {
  static readonly inject: Inject<typeof SignUp> = [
    PORTS.registration,
    PORTS.userApi,
    SignIn,
    RegisterAccount,
  ];
  private account: (Account & { readonly isConfirmed: boolean }) | null = null;

  constructor(
    private readonly registration: Registration,
    private readonly users: UserApi,
    private readonly signIn: SignIn,
    private readonly registerAccount: RegisterAccount,
  ) {}

  async create({ email, password, firstName }: Account): Outcome<AccountStep> {
    const account = { email, password, firstName: firstName.trim() || nameIn(email) };
    const signedUp = await this.registration.signUp(account);
    if (!signedUp.ok) return signedUp;
    this.account = { email, password, firstName, isConfirmed: false };
    this.registerAccount.saveDetails(account);
    return signedUp.value.needsConfirmation
      ? ok({ kind: 'confirmation-needed' })
      : this.finish(await this.signIn.withPassword(account));
  }

  /** Corrects a wrong e-mail address: registers again with the new one, or sends another code to the same one. */
  async changeEmail(email: string): Outcome<AccountStep> {
    const { account } = this;
    if (account === null) return startAgain();
    if (!isSameEmail(email, account.email)) return this.create({ ...account, email });
    const sent = await this.resendCode();
    return sent.ok ? ok({ kind: 'confirmation-needed' }) : sent;
  }

  /** Continues with an account that was created earlier but never confirmed. Its code or link is sent again (SES-52, SES-54). */
  async resume(credentials: Credentials): Outcome<void> {
    const { email } = credentials;
    // Another browser does not know the given name, so the name is taken from the e-mail address.
    const firstName = this.registerAccount.nameOf(email) ?? nameIn(email);
    this.account = { ...credentials, firstName, isConfirmed: false };
    this.registerAccount.saveDetails({ email, firstName });
    return this.resendCode();
  }

  async confirm(code: string): Outcome<AccountStep> {
    const { account } = this;
    if (account === null) return startAgain();
    if (!account.isConfirmed) {
      const confirmed = await this.registration.confirmSignUp({ email: account.email, code });
      if (!confirmed.ok) return confirmed;
      // A code is valid once. If the sign-in fails now, the next attempt only signs in.
      this.account = { ...account, isConfirmed: true };
    }
    return this.finish(await this.signIn.withPassword(account));
  }

  /** Signs in as soon as the confirmation link is opened, on any device. */
  async waitForConfirmation(cancellation: Cancellation): Outcome<AccountStep> {
    const { account } = this;
    if (account === null) return startAgain();
    return this.finish(await this.signIn.onceConfirmed(account, cancellation));
  }

  async resendCode(): Outcome<void> {
    return this.account === null
      ? startAgain()
      : this.registration.resendConfirmationCode(this.account.email);
  }

  /** Resets a lost password: the provider sends a code, and the sign-in service accepts it with the new password (SES-67). */
  async requestPasswordReset(email: string): Outcome<void> {
    if (email.trim() === '') {
      return failed({ kind: 'invalid-input', message: MESSAGES.emailEmpty, field: 'email' });
    }
    const requested = await this.users.requestPasswordReset(email);
    return requested.ok ? ok(undefined) : failed({ kind: 'unreachable', message: MESSAGES.codeNotSent });
  }

  resendResetCode(email: string): Outcome<void> {
    return this.registration.resendResetCode(email);
  }

  resetPassword(reset: {
    readonly email: string;
    readonly code: string;
    readonly newPassword: string;
  }): Outcome<void> {
    return this.registration.resetPassword(reset);
  }

  private finish(step: Result<SignInStep, AuthFailure>): Result<SignInStep, AuthFailure> {
    if (step.ok) this.account = null;
    return step;
  }
}

/** The default name of a listener. Both services refuse an empty name. */
const nameIn = (email: string): string => email.trim().replace(/@.*$/u, '');

const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

const startAgain = () => ({
  ok: false as const,
  error: { kind: 'no-challenge' as const, message: MESSAGES.startAgain },
});
