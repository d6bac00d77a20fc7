import { ok, type Result } from '../domain/result.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { AuthFailure, SignInStep } from '../ports/auth.ts';
import type { Cancellation } from '../ports/cancellation.ts';
import type { UserApi } from '../ports/content-api.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Log } from '../ports/log.ts';
import type { Registration } from '../ports/registration.ts';
import { MESSAGES } from './error-catalogue.ts';
import type { SignIn } from './sign-in.ts';
import type { OnboardingState } from './state/onboarding-state.ts';

type Credentials = { readonly email: string; readonly password: string };
type Account = Credentials & { readonly firstName: string };
type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/** What the listener has to do next. */
export type AccountStep = SignInStep | { readonly kind: 'confirmation-needed' };

/** Where the name of an account that waits for its confirmation is kept: the page may be left meanwhile. */
const NAME_KEY = 'unconfirmed-account';

/**
 * Creates an account (contract 3.11): registers at the sign-in service, confirms by code or by link, signs
 * in by itself, then tells the provider. The password is held only until that is done, and nowhere but here.
 */
export class CreateAccount {
  private account: Account | null = null;

  constructor(
    private readonly registration: Registration,
    private readonly signIn: SignIn,
    private readonly users: UserApi,
    private readonly analytics: Analytics,
    private readonly store: KeyValueStore,
    private readonly onboarding: OnboardingState,
    private readonly log: Log,
  ) {}

  async run(account: Account): Outcome<AccountStep> {
    const signedUp = await this.registration.signUp(account);
    if (!signedUp.ok) return signedUp;
    this.account = account;
    this.store.set(NAME_KEY, `${account.email}\n${account.firstName}`);
    return signedUp.value.needsConfirmation
      ? ok({ kind: 'confirmation-needed' })
      : this.finish(await this.signIn.withPassword(account, this.tellProvider(account)));
  }

  /** Goes on with an account that was made earlier and never confirmed; its code or link is sent again. */
  async resume(credentials: Credentials): Outcome<void> {
    this.account = { ...credentials, firstName: this.nameOf(credentials.email) };
    return this.resend();
  }

  async confirm(code: string): Outcome<AccountStep> {
    const { account } = this;
    if (account === null) return startAgain();
    const confirmed = await this.registration.confirmSignUp({ email: account.email, code });
    if (!confirmed.ok) return confirmed;
    return this.finish(await this.signIn.withPassword(account, this.tellProvider(account)));
  }

  /** Signs in as soon as the link that was sent is opened, on whatever device (section 4). */
  async whenConfirmed(cancellation: Cancellation): Outcome<AccountStep> {
    const { account } = this;
    if (account === null) return startAgain();
    return this.finish(await this.signIn.onceConfirmed(account, cancellation, this.tellProvider(account)));
  }

  async resend(): Outcome<void> {
    return this.account === null
      ? ok(undefined)
      : this.registration.resendConfirmationCode(this.account.email);
  }

  private finish(step: Result<SignInStep, AuthFailure>): Result<SignInStep, AuthFailure> {
    if (step.ok) this.account = null;
    return step;
  }

  private tellProvider({ email, firstName }: Account): () => Promise<void> {
    return async () => {
      const created = await this.users.createAccount({ email, name: firstName });
      this.store.delete(NAME_KEY);
      if (!created.ok) {
        this.log.error('The account was not created at the provider', { kind: created.error.kind });
        return;
      }
      this.onboarding.accountCreated();
      this.analytics.record({ name: 'Account Created', properties: { method: 'password' } });
    };
  }

  /** The name that was given with this address; another browser does not know it, and takes the address's. */
  private nameOf(email: string): string {
    const [kept, name = ''] = this.store.get(NAME_KEY)?.split('\n') ?? [];
    return kept === email && name !== '' ? name : email.replace(/@.*$/u, '');
  }
}

const startAgain = () => ({
  ok: false as const,
  error: { kind: 'no-challenge' as const, message: MESSAGES.startAgain },
});
