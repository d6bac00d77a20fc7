import type { Attributes } from '../../domain/account/attributes.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { SecondFactor } from '../../domain/sign-in.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Auth, AuthFailure, SignInStep } from '../../ports/auth.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { ContentCache } from '../../ports/content-cache.ts';

import { RefreshUser } from './refresh-user.ts';
import { OnboardingState } from './onboarding-state.ts';
import { UserState } from './user-state.ts';
import { RegisterAccount } from './register-account.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

type Step = Promise<Result<SignInStep, AuthFailure>>;

/**
 * Signs a listener in by password, and through whatever the service asks after it. Every
 * attempt is told to the provider; nobody waits for that.
 */
export class SignIn {
  static readonly inject: Inject<typeof SignIn> = [
    PORTS.auth,
    PORTS.userApi,
    RefreshUser,
    RegisterAccount,
    PORTS.cache,
    PORTS.analytics,
    UserState,
    OnboardingState,
  ];
  private email = '';
  /** Counts the times that the listener began again: a reply to what was asked before them is nobody's. */
  private beginning = 0;

  constructor(
    private readonly auth: Auth,
    private readonly users: UserApi,
    private readonly refreshUser: RefreshUser,
    private readonly registerAccount: RegisterAccount,
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly user: UserState,
    private readonly onboarding: OnboardingState,
  ) {}

  async withPassword(credentials: { readonly email: string; readonly password: string }): Step {
    this.email = credentials.email;
    return this.followed(() => this.auth.signIn(credentials));
  }

  /** Signs in by itself once the account is confirmed by its link; the polls are no attempts of the listener's. */
  async onceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ): Step {
    this.email = credentials.email;
    const step = await this.auth.signInOnceConfirmed(credentials, cancellation);
    return step.ok ? this.followed(() => Promise.resolve(step)) : step;
  }

  /** The hosted login has let the listener in already; what follows a sign-in is done. */
  async withHostedLogin(): Promise<void> {
    this.analytics.awaitUser();
    this.cache.clear();
    this.signedIn('hosted', null);
    const fetched = await this.refreshUser.refresh();
    // By its address the account may be one that was made here.
    if (fetched.ok) this.registerAccount.deleteOthers(this.user.user.email);
    if (fetched.ok) void this.users.recordLoginAttempt({ email: this.user.user.email, success: true });
  }

  async withNewPassword(password: string, attributes: Attributes = {}): Step {
    return this.followed(() => this.auth.answerNewPassword(password, attributes));
  }

  /** `deviceName` is what a new authenticator is called. */
  async withCode(code: string, deviceName?: string): Step {
    return this.followed(() => this.auth.answerCode(code, deviceName));
  }

  async withCustomAnswer(response: string): Step {
    return this.followed(() => this.auth.answerCustom(response));
  }

  async withFactor(factor: SecondFactor | null): Step {
    return this.followed(() => this.auth.chooseFactor(factor));
  }

  /** Begins again: what was asked is forgotten, also when its answer is on its way. */
  startOver(): void {
    this.beginning += 1;
    this.auth.abandonSignIn();
  }

  private async followed(ask: () => Step): Step {
    const { beginning } = this;
    const step = await ask();
    // The listener gave it up meanwhile: it is no attempt that failed.
    if (beginning !== this.beginning) return step;
    if (!step.ok) {
      // A field left empty never reached the service: nothing was attempted. What the service itself finds unacceptable
      // names no field.
      const { kind, field } = step.error;
      const wasAsked = kind !== 'busy' && (kind !== 'invalid-input' || field === undefined);
      if (wasAsked) this.attempted(false);
      return step;
    }
    if (step.value.kind === 'challenge') return step;
    this.attempted(true);
    this.analytics.awaitUser();
    // Answers that were kept for an earlier listener are not this one's.
    this.cache.clear();
    // Before the listener is fetched for the first time.
    await this.registerAccount.register(this.email);
    this.signedIn('password', this.email);
    await this.refreshUser.refresh();
    return ok(step.value);
  }

  private signedIn(method: 'password' | 'hosted', email: string | null): void {
    this.user.signedIn(email);
    this.onboarding.signedIn();
    this.analytics.record({ name: 'Signed In', properties: { method } });
  }

  private attempted(success: boolean): void {
    void this.users.recordLoginAttempt({ email: this.email, success });
  }
}
