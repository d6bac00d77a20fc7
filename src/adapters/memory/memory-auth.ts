import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { instant } from '../../domain/time.ts';
import type { Auth, AuthFailure, Session, SessionFailure, SignInStep } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { Emitter } from './emitter.ts';
import type { IssuedTokens, MemoryAccount, MemoryUserPool } from './memory-user-pool.ts';

type Step = Result<SignInStep, AuthFailure>;
type Outcome = Result<Session, SessionFailure>;

type Pending = {
  readonly account: MemoryAccount;
  readonly asked: 'new-password-required' | 'authenticator-code';
};

const KEY = 'memory-session';
const RENEW_AHEAD = 30_000;
const SHORTEST_PASSWORD = 8;

/** The sign-in service over a pool in memory; its session lies in a store, as a browser's does. */
export class MemoryAuth implements Auth {
  readonly ended = new Emitter<{ readonly message: string }>();
  private pending: Pending | null = null;
  private isBusy = false;
  private held: boolean;
  private renewing: Promise<Outcome> | null = null;

  constructor(
    private readonly pool: MemoryUserPool,
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
  ) {
    this.held = this.holdsSession();
    store.changedElsewhere.subscribe(() => this.lookAgain());
  }

  async session(): Promise<Outcome> {
    const tokens = this.read();
    if (tokens === null) return failed({ kind: 'none' });
    return this.clock.now() < tokens.expiresAt - RENEW_AHEAD ? ok(tokens) : this.renewOnce(tokens);
  }

  async renew(refused: Session): Promise<Outcome> {
    const tokens = this.read();
    if (tokens === null) return failed({ kind: 'none' });
    return tokens.accessToken === refused.accessToken ? this.renewOnce(tokens) : this.session();
  }

  holdsSession(): boolean {
    return this.read() !== null;
  }

  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Step> {
    if (email.trim() === '') return invalid('email', 'Username cannot be empty');
    if (password === '') return invalid('password', 'Password cannot be empty');
    return this.exclusively(() => {
      this.pending = null;
      const account = this.pool.account(email);
      if (account === null || account.password !== password) {
        return refused('Incorrect username or password.');
      }
      if (account.isConfirmed === false) {
        return failed({ kind: 'unconfirmed', message: 'User is not confirmed.' });
      }
      return this.nextStep(account);
    });
  }

  async answerNewPassword(password: string): Promise<Step> {
    if (password === '') return invalid('new-password', 'Password cannot be empty');
    const { pending } = this;
    if (pending?.asked !== 'new-password-required') return noChallenge();
    return this.exclusively(() => {
      if (password.length < SHORTEST_PASSWORD) {
        return invalid('new-password', 'Password does not conform to policy: Password not long enough');
      }
      const account = { ...pending.account, password, needsNewPassword: false };
      this.pool.keep(account);
      return this.nextStep(account);
    });
  }

  async answerCode(code: string): Promise<Step> {
    if (code.trim() === '') return invalid('code', 'Confirmation code cannot be empty');
    const { pending } = this;
    if (pending?.asked !== 'authenticator-code') return noChallenge();
    return this.exclusively(() =>
      code.trim() === pending.account.authenticatorCode
        ? this.signedIn(pending.account)
        : failed({ kind: 'refused', message: 'Invalid code received for user', field: 'code' }),
    );
  }

  signOut(): void {
    const tokens = this.read();
    this.pending = null;
    this.forget();
    if (tokens !== null) this.pool.revoke(tokens.refreshToken);
  }

  async signOutEverywhere(): Promise<Result<void, AuthFailure>> {
    const session = await this.session();
    if (!session.ok) {
      return session.error.kind === 'unreachable'
        ? failed({ kind: 'unreachable', message: 'Network Error' })
        : failed({
            kind: 'refused',
            message: session.error.kind === 'ended' ? session.error.message : 'User is not authenticated',
          });
    }
    if (this.pool.isUnreachable) return failed({ kind: 'unreachable', message: 'Network Error' });
    this.pool.endSessionsOf(session.value.accessToken);
    this.pending = null;
    this.forget();
    return ok(undefined);
  }

  private nextStep(account: MemoryAccount): Step {
    if (account.needsNewPassword === true) {
      this.pending = { account, asked: 'new-password-required' };
      return ok({ kind: 'challenge', challenge: { kind: 'new-password-required' } });
    }
    if (account.authenticatorCode !== undefined) {
      this.pending = { account, asked: 'authenticator-code' };
      return ok({ kind: 'challenge', challenge: { kind: 'authenticator-code', device: 'My TOTP device' } });
    }
    return this.signedIn(account);
  }

  private signedIn(account: MemoryAccount): Step {
    this.pending = null;
    this.write(this.pool.issue(account.email));
    return ok({ kind: 'signed-in' });
  }

  /** One step at a time, and none when the pool cannot be asked. */
  private async exclusively(step: () => Step): Promise<Step> {
    if (this.isBusy) return failed({ kind: 'busy', message: 'A sign-in is already under way' });
    this.isBusy = true;
    await Promise.resolve();
    this.isBusy = false;
    return this.pool.isUnreachable ? failed({ kind: 'unreachable', message: 'Network Error' }) : step();
  }

  private async renewOnce(tokens: IssuedTokens): Promise<Outcome> {
    this.renewing ??= this.renewNow(tokens).finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  private async renewNow({ refreshToken }: IssuedTokens): Promise<Outcome> {
    await Promise.resolve();
    if (this.pool.isUnreachable) return failed({ kind: 'unreachable' });
    const renewed = this.pool.renew(refreshToken);
    if ('revoked' in renewed) {
      this.forget();
      this.ended.emit({ message: renewed.revoked });
      return failed({ kind: 'ended', message: renewed.revoked });
    }
    if (!this.holdsSession()) return failed({ kind: 'none' });
    this.write(renewed);
    return ok(renewed);
  }

  /** Another tab may have signed out. */
  private lookAgain(): void {
    const before = this.held;
    this.held = this.holdsSession();
    if (before && !this.held) this.ended.emit({ message: 'The user is not authenticated' });
  }

  private read(): IssuedTokens | null {
    const [accessToken, refreshToken, expiresAt] = this.store.get(KEY)?.split(' ') ?? [];
    if (accessToken === undefined || refreshToken === undefined) return null;
    return { accessToken, refreshToken, expiresAt: instant(Number(expiresAt)) };
  }

  private write({ accessToken, refreshToken, expiresAt }: IssuedTokens): void {
    this.store.set(KEY, [accessToken, refreshToken, expiresAt].join(' '));
    this.held = true;
  }

  private forget(): void {
    this.held = false;
    this.store.delete(KEY);
  }
}

const invalid = (field: NonNullable<AuthFailure['field']>, message: string): Step =>
  failed({ kind: 'invalid-input', message, field });

const refused = (message: string): Step => failed({ kind: 'refused', message });

const noChallenge = (): Step =>
  failed({ kind: 'no-challenge', message: 'This step has expired. Please sign in again.' });
