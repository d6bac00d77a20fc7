import { ok, type Result } from '../domain/result.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { AuthFailure, SignInStep } from '../ports/auth.ts';
import type { UserApi } from '../ports/content-api.ts';
import type { Log } from '../ports/log.ts';
import type { Registration } from '../ports/registration.ts';
import type { SignIn } from './sign-in.ts';

type Account = { readonly email: string; readonly password: string; readonly firstName: string };
type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/** What the listener has to do next. */
export type AccountStep = SignInStep | { readonly kind: 'confirmation-needed' };

/**
 * Creates an account (contract 3.11): registers at the sign-in service, confirms by code, signs in by
 * itself, then tells the provider. The account's details are held only until that is done.
 */
export class CreateAccount {
  private account: Account | null = null;

  constructor(
    private readonly registration: Registration,
    private readonly signIn: SignIn,
    private readonly users: UserApi,
    private readonly analytics: Analytics,
    private readonly log: Log,
  ) {}

  async run(account: Account): Outcome<AccountStep> {
    this.account = account;
    const signedUp = await this.registration.signUp(account);
    if (!signedUp.ok) return signedUp;
    if (signedUp.value.needsConfirmation) return ok({ kind: 'confirmation-needed' });
    return this.finish(account);
  }

  async confirm(code: string): Outcome<AccountStep> {
    const { account } = this;
    if (account === null) {
      return { ok: false, error: { kind: 'no-challenge', message: 'Please start again.' } };
    }
    const confirmed = await this.registration.confirmSignUp({ email: account.email, code });
    if (!confirmed.ok) return confirmed;
    return this.finish(account);
  }

  async resendCode(): Outcome<void> {
    return this.account === null
      ? ok(undefined)
      : this.registration.resendConfirmationCode(this.account.email);
  }

  private async finish(account: Account): Outcome<SignInStep> {
    const { email, password, firstName } = account;
    const step = await this.signIn.withPassword({ email, password }, async () => {
      const created = await this.users.createAccount({ email, name: firstName });
      if (created.ok) this.analytics.record({ name: 'Account Created', properties: { method: 'password' } });
      else this.log.error('The account was not created at the provider', { kind: created.error.kind });
    });
    if (step.ok) this.account = null;
    return step;
  }
}
