import type { Analytics } from '../../ports/analytics.ts';
import type { ApiFailure, UserApi } from '../../ports/content-api.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import { OnboardingState } from './onboarding-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** An account of the sign-in service that the provider has not heard of. */
type NewAccount = { readonly email: string; readonly firstName: string };

/** The page may be left between making an account and its first sign-in, which may be days apart. */
const KEY = 'unconfirmed-account';

/** Who has not come back by then, in milliseconds, leaves nothing to whoever uses this browser next. */
const LONGEST = 7 * 24 * 60 * 60 * 1000;

/** Answers that no later attempt would change. */
const FINAL: ReadonlySet<ApiFailure['kind']> = new Set(['rejected', 'forbidden', 'not-found']);

/**
 * Tells the provider of an account at its first sign-in, by whatever way that comes about: at
 * once after the confirmation, or later with the listener's own credentials. What could not be told is told at
 * the next sign-in.
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
  /** For browsers that keep nothing. */
  private unstored: string | null = null;

  constructor(
    private readonly users: UserApi,
    private readonly analytics: Analytics,
    private readonly store: KeyValueStore,
    private readonly onboarding: OnboardingState,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The session or its account is over: the next listener finds no address and no name. */
  reset(): void {
    this.unstored = null;
    this.store.delete(KEY);
  }

  /** Forgets an account that waited for too long; runs when the page starts. */
  purgeExpired(): void {
    if (this.held() === null) this.reset();
  }

  /** The account was made, and waits for its first sign-in. */
  saveDetails({ email, firstName }: NewAccount): void {
    const account = [email, firstName, this.clock.now()].join('\n');
    this.unstored = this.store.set(KEY, account).ok ? null : account;
  }

  /** The name that was given with this address; null where this browser knows of no such account. */
  nameOf(email: string): string | null {
    const held = this.held();
    return held?.email.toLowerCase() === email.trim().toLowerCase() ? held.firstName : null;
  }

  /** Somebody has signed in by this address: what another one left is gone. */
  deleteOthers(email: string): void {
    if (this.nameOf(email) === null) this.reset();
  }

  /** Needs the session of whom `email` belongs to; does nothing where the provider knows them already. */
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

  private held(): NewAccount | null {
    const [email, firstName = '', at] = (this.unstored ?? this.store.get(KEY))?.split('\n') ?? [];
    const isRecent = Math.abs(this.clock.now() - Number(at ?? Number.NaN)) <= LONGEST;
    return email === undefined || !isRecent ? null : { email, firstName };
  }
}
