import type { Analytics } from '../../ports/analytics.ts';
import type { UserApi, ContentCache } from '../../ports/content-api.ts';
import type { Cancellation } from '../../ports/platform.ts';
import { OnboardingState } from './onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { SecondFactor, Attributes } from '../../domain/sign-in.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Auth, AuthFailure, SignInStep } from '../../ports/auth.ts';
import { RefreshUser } from './refresh-user.ts';
import { UserState } from './user-state.ts';
import { RegisterAccount } from './register-account.ts';

type Step = Promise<Result<SignInStep, AuthFailure>>;

/**
 * Signs a listener in by password, and through all challenges of the sign-in service. Every attempt is reported to
 * the provider, without waiting for the response.
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
  /** Counts restarts of the sign-in, so that responses from before a restart are ignored. */
  private restarts = 0;

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
    return this.complete(() => this.auth.signIn(credentials), credentials.email);
  }

  /**
   * Signs in automatically once the account is confirmed by its link. The polls do not count as attempts of the
   * listener.
   */
  async onceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ): Step {
    const step = await this.auth.signInOnceConfirmed(credentials, cancellation);
    return step.ok ? this.complete(() => Promise.resolve(step), credentials.email) : step;
  }

  /** Completes a sign-in that the hosted login has already made. */
  async withHostedLogin(): Promise<void> {
    this.analytics.awaitUser();
    this.cache.clear();
    this.signedIn('hosted', null);
    const fetched = await this.refreshUser.refresh();
    // The e-mail address may belong to an account that was created in this browser.
    if (fetched.ok) this.registerAccount.deleteOthers(this.user.user.email);
    if (fetched.ok) void this.users.recordLoginAttempt({ email: this.user.user.email, success: true });
  }

  async withNewPassword(password: string, attributes: Attributes = {}): Step {
    return this.complete(() => this.auth.respondWithNewPassword(password, attributes));
  }

  /** @param deviceName the name for a new authenticator */
  async withCode(code: string, deviceName?: string): Step {
    return this.complete(() => this.auth.respondWithCode(code, deviceName));
  }

  async withCustomResponse(response: string): Step {
    return this.complete(() => this.auth.respondToCustom(response));
  }

  async withFactor(factor: SecondFactor | null): Step {
    return this.complete(() => this.auth.chooseFactor(factor));
  }

  /** Starts over. A pending challenge is discarded, and so is the response to it. */
  startOver(): void {
    this.restarts += 1;
    this.auth.abandonSignIn();
  }

  /** Runs one step of the sign-in, reports the attempt, and completes the sign-in after the last step (ANA-2, SES-18, SES-19). */
  private async complete(takeStep: () => Step, email = this.email): Step {
    const { restarts } = this;
    const step = await takeStep();
    // The listener has started over in the meantime. This is not a failed attempt.
    if (restarts !== this.restarts) return step;
    // Another attempt is running, with an e-mail address of its own.
    if (!step.ok && step.error.kind === 'busy') return step;
    this.email = email;
    if (!step.ok) {
      // An empty field was not sent to the service, so this is no attempt. Errors of the service name no field.
      const { kind, field } = step.error;
      const wasSent = kind !== 'invalid-input' || field === undefined;
      if (wasSent) this.reportAttempt(false);
      return step;
    }
    if (step.value.kind === 'challenge') return step;
    this.reportAttempt(true);
    this.analytics.awaitUser();
    // Cached responses may belong to an earlier listener.
    this.cache.clear();
    // The provider has to know the account before the listener is fetched for the first time.
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

  private reportAttempt(success: boolean): void {
    void this.users.recordLoginAttempt({ email: this.email, success });
  }
}
