import type { Analytics } from '../../ports/analytics.ts';
import type { ApiFailure, UserApi, ContentCache } from '../../ports/content-api.ts';
import type { Clock, Log, Cancellation, KeyValueStore } from '../../ports/platform.ts';
import { OnboardingState } from './onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { SecondFactor, Attributes } from '../../domain/sign-in.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Auth, AuthFailure, SignInStep } from '../../ports/auth.ts';
import { RefreshUser } from './refresh-user.ts';
import { UserState } from './user-state.ts';

/** An account of the sign-in service that the provider does not know yet. */
type NewAccount = { readonly email: string; readonly firstName: string };

/** Stored, because days may pass between the creation of an account and its first sign-in. */
const KEY = 'unconfirmed-account';

/**
 * After this time, in milliseconds, the stored account is removed, for the privacy of the next user of this browser.
 */
const LONGEST = 7 * 24 * 60 * 60 * 1000;

/** Failures that a later attempt would not change. */
const FINAL: ReadonlySet<ApiFailure['kind']> = new Set(['rejected', 'forbidden', 'not-found']);

/**
 * Reports an account to the provider at its first sign-in: at once after the confirmation, or at a later sign-in. A
 * report that failed is repeated at the next sign-in.
 */
export class RegisterAccount {
  static readonly inject: Inject<typeof RegisterAccount> = [
    PORTS.userApi,
    PORTS.analytics,
    PORTS.store,
    OnboardingState,
    PORTS.clock,
    PORTS.log,
  ];
  /** Used if the browser cannot store anything. */
  private unstored: string | null = null;

  constructor(
    private readonly users: UserApi,
    private readonly analytics: Analytics,
    private readonly store: KeyValueStore,
    private readonly onboarding: OnboardingState,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Removes the stored account, so that the next listener finds no e-mail address and no name. */
  reset(): void {
    this.unstored = null;
    this.store.delete(KEY);
  }

  /** Removes an account that waited too long. Runs when the page starts. */
  purgeExpired(): void {
    if (this.stored() === null) this.reset();
  }

  /** Stores a new account until its first sign-in. */
  saveDetails({ email, firstName }: NewAccount): void {
    const account = [email, firstName, this.clock.now()].join('\n');
    this.unstored = this.store.set(KEY, account).ok ? null : account;
  }

  nameOf(email: string): string | null {
    const account = this.stored();
    return account?.email.toLowerCase() === email.trim().toLowerCase() ? account.firstName : null;
  }

  /** Removes the stored account of another e-mail address after a sign-in (SES-60). */
  deleteOthers(email: string): void {
    if (this.nameOf(email) === null) this.reset();
  }

  /** Needs a session of the owner of `email`. Does nothing if the provider already knows the account (ANA-1). */
  async register(email: string): Promise<void> {
    this.deleteOthers(email);
    const name = this.nameOf(email);
    if (name === null) return;
    const created = await this.users.createAccount({ email: email.trim(), name });
    if (created.ok || FINAL.has(created.error.kind)) this.reset();
    if (!created.ok) {
      this.log.error('The account was not created at the provider', { kind: created.error.kind });
      return;
    }
    this.onboarding.accountCreated();
    this.analytics.record({ name: 'Account Created', properties: { method: 'password' } });
  }

  private stored(): NewAccount | null {
    const [email, firstName = '', at] = (this.unstored ?? this.store.get(KEY))?.split('\n') ?? [];
    const isRecent = Math.abs(this.clock.now() - Number(at ?? Number.NaN)) <= LONGEST;
    return email === undefined || !isRecent ? null : { email, firstName };
  }
}

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
    return this.complete(() => this.auth.answerNewPassword(password, attributes));
  }

  /** @param deviceName the name for a new authenticator */
  async withCode(code: string, deviceName?: string): Step {
    return this.complete(() => this.auth.answerCode(code, deviceName));
  }

  async withCustomAnswer(response: string): Step {
    return this.complete(() => this.auth.answerCustom(response));
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
