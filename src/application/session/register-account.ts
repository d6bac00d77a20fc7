import type { Analytics } from '../../ports/analytics.ts';
import type { ApiFailure, UserApi } from '../../ports/content-api.ts';
import type { Clock, Log, KeyValueStore } from '../../ports/platform.ts';
import { OnboardingState } from './onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

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
