import {
  type SecondFactor,
  SIGNED_OUT,
  signInAfter,
  type ChallengeResponse,
  type SignInChallenge,
  type SignInEvent,
  type SignInStage,
  type Attributes,
  DEFAULT_TOTP_DEVICE,
} from '../../../domain/sign-in.ts';
import { failed, ok, type Result } from '../../../domain/result.ts';
import { instant, milliseconds } from '../../../domain/time.ts';
import type { Auth, AuthFailure, Session, SessionFailure, SignInStep } from '../../../ports/auth.ts';
import type { Clock, Cancellation, KeyValueStore } from '../../../ports/platform.ts';
import { Emitter } from '../../shared/emitter.ts';
import type { IssuedTokens, MemoryAccount, MemoryUserPool } from './memory-user-pool.ts';

type Step = Result<SignInStep, AuthFailure>;
type Outcome = Result<Session, SessionFailure>;

const FACTOR_CHALLENGE: Readonly<Record<SecondFactor, SignInChallenge>> = {
  sms: { kind: 'sms-code', destination: '+*******0000' },
  authenticator: { kind: 'authenticator-code', device: DEFAULT_TOTP_DEVICE },
};

const missingIn = ({ missingAttributes = [] }: MemoryAccount): Attributes =>
  Object.fromEntries(missingAttributes.map((name) => [name, '']));

/** The challenges of an account after its password, in order. */
const challengesOf = (account: MemoryAccount): readonly SignInChallenge[] => {
  const factors: SecondFactor[] = [];
  if (account.smsCode !== undefined) factors.push('sms');
  if (account.authenticatorCode !== undefined) factors.push('authenticator');
  return [
    ...(account.needsNewPassword === true
      ? [{ kind: 'new-password-required' as const, attributes: missingIn(account) }]
      : []),
    ...(account.customResponse === undefined ? [] : [{ kind: 'custom' as const, destination: null }]),
    ...(account.setupCode === undefined ? [] : [{ kind: 'authenticator-setup' as const, secret: SECRET }]),
    ...(factors.length > 1
      ? [{ kind: 'factor-choice' as const, factors }]
      : factors.map((factor) => FACTOR_CHALLENGE[factor])),
  ];
};

const codeFor = (account: MemoryAccount, challenge: SignInChallenge['kind'] | null): string | undefined => {
  if (challenge === 'sms-code') return account.smsCode;
  return challenge === 'authenticator-setup' ? account.setupCode : account.authenticatorCode;
};

const KEY = 'memory-session';
const ENDED = 'memory-session-ended';
const RENEW_AHEAD = 30_000;
const POLL_PERIOD = milliseconds(5000);
const MOST_POLLS = 36;
const SHORTEST_PASSWORD = 8;
const SECRET = 'JBSWY3DPEHPK3PXP';

/** The sign-in service over a pool in memory. The session is in a store, as in a browser. */
export class MemoryAuth implements Auth {
  readonly ended = new Emitter<{ readonly message: string }>();
  private stage: SignInStage = SIGNED_OUT;
  /** The account that is signing in, and its remaining challenges. */
  private signingIn: MemoryAccount | null = null;
  private remaining: readonly SignInChallenge[] = [];
  private hadSession: boolean;
  /** The refresh token of a session from the hosted login. */
  private hosted: string | null = null;
  private renewing: Promise<Outcome> | null = null;

  constructor(
    private readonly pool: MemoryUserPool,
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
  ) {
    this.hadSession = this.hasSession();
    store.changedElsewhere.subscribe(() => this.lookAgain());
  }

  async session(earlier?: Session): Promise<Outcome> {
    const tokens = this.read();
    if (tokens === null || !this.areOfOneListener(tokens, earlier)) return failed({ kind: 'none' });
    return this.clock.now() < tokens.expiresAt - RENEW_AHEAD ? ok(tokens) : this.renewOnce(tokens);
  }

  async renew(refused: Session): Promise<Outcome> {
    const tokens = this.read();
    if (tokens === null || !this.areOfOneListener(tokens, refused)) return failed({ kind: 'none' });
    return tokens.accessToken === refused.accessToken ? this.renewOnce(tokens) : this.session();
  }

  hasSession(): boolean {
    return this.read() !== null;
  }

  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Step> {
    if (email.trim() === '') return invalid('email', 'Username cannot be empty');
    if (password === '') return invalid('password', 'Password cannot be empty');
    return this.carryOut({ kind: 'password-sent' }, () => {
      const account = this.pool.account(email);
      if (account === null || account.password !== password) {
        return refused('Incorrect username or password.');
      }
      if (account.isConfirmed === false) {
        return failed({ kind: 'unconfirmed', message: 'User is not confirmed.' });
      }
      this.signingIn = account;
      return this.proceed(account, challengesOf(account));
    });
  }

  async signInOnceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ): Promise<Step> {
    for (let attempt = 0; attempt < MOST_POLLS && !cancellation.aborted; attempt += 1) {
      await this.clock.after(POLL_PERIOD);
      if (cancellation.aborted) break;
      const step = await this.signIn(credentials);
      if (step.ok) return step;
      if (step.error.kind !== 'unconfirmed' && step.error.kind !== 'unreachable') break;
    }
    return refused('Please use your credentials to sign in');
  }

  async respondWithNewPassword(password: string, attributes: Attributes = {}): Promise<Step> {
    if (password === '') return invalid('new-password', 'Password cannot be empty');
    const missing = this.signingIn?.missingAttributes?.find((name) => (attributes[name] ?? '').trim() === '');
    if (missing !== undefined) return invalid(`attribute:${missing}`, 'Please fill this in.');
    return this.respond('new-password', (account) => {
      if (password.length < SHORTEST_PASSWORD) {
        return invalid('new-password', 'Password does not conform to policy: Password not long enough');
      }
      const changed = { ...account, password, needsNewPassword: false, missingAttributes: [] };
      this.pool.keep(changed);
      return this.proceed(changed, this.remaining);
    });
  }

  async respondWithCode(code: string): Promise<Step> {
    if (code.trim() === '') return invalid('code', 'Confirmation code cannot be empty');
    const challenge = this.stage.kind === 'challenged' ? this.stage.challenge.kind : null;
    return this.respond('code', (account) => {
      if (code.trim() !== codeFor(account, challenge)) {
        return failed({ kind: 'refused', message: 'Invalid code received for user', field: 'code' });
      }
      if (challenge === 'authenticator-setup') {
        const { setupCode: _setupCode, ...secured } = account;
        this.pool.keep({ ...secured, authenticatorCode: code.trim() });
      }
      return this.proceed(account, this.remaining);
    });
  }

  async respondToCustom(response: string): Promise<Step> {
    if (response.trim() === '') return invalid('response', 'Challenge response cannot be empty');
    return this.respond('response', (account) =>
      response.trim() === account.customResponse
        ? this.proceed(account, this.remaining)
        : failed({
            kind: 'refused',
            message: 'That answer is not right. Please try again.',
            field: 'response',
          }),
    );
  }

  async chooseFactor(factor: SecondFactor | null): Promise<Step> {
    if (factor === null) return invalid('factor', 'No valid MFA method provided');
    return this.respond('factor', (account) => this.proceed(account, [FACTOR_CHALLENGE[factor]]));
  }

  abandonSignIn(): void {
    this.abandon();
  }

  /** Signs in a listener who has signed in at the hosted login. */
  adopt(email: string): void {
    this.abandon();
    const tokens = this.pool.issue(email);
    this.write(tokens);
    this.hosted = tokens.refreshToken;
  }

  isHosted(): boolean {
    const tokens = this.read();
    return tokens !== null && tokens.refreshToken === this.hosted;
  }

  async signOut(): Promise<void> {
    const tokens = this.read();
    this.abandon();
    this.forget();
    if (tokens !== null) this.pool.revoke(tokens.refreshToken);
  }

  accountDeleted(): void {
    this.abandon();
    this.forget();
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
    this.abandon();
    this.forget();
    return ok(undefined);
  }

  private respond(response: ChallengeResponse, judge: (account: MemoryAccount) => Step): Promise<Step> {
    const { signingIn } = this;
    return signingIn === null
      ? Promise.resolve(noChallenge())
      : this.carryOut({ kind: 'response-sent', response }, () => judge(signingIn));
  }

  /** Runs one step at a time. Fails if the pool is unreachable. */
  private async carryOut(event: SignInEvent, judge: () => Step): Promise<Step> {
    const asking = signInAfter(this.stage, event);
    if (asking === null) return this.stage.kind === 'asking' ? busy() : noChallenge();
    this.stage = asking;
    await Promise.resolve();
    // The listener has signed out in the meantime.
    if (this.stage !== asking) return noChallenge();
    const step = this.pool.isUnreachable ? unreachable() : judge();
    if (!step.ok) this.moveOn({ kind: 'refused' });
    return step;
  }

  /** Returns the next challenge, or signs the listener in. */
  private proceed(account: MemoryAccount, challenges: readonly SignInChallenge[]): Step {
    const [challenge, ...remaining] = challenges;
    this.signingIn = account;
    this.remaining = remaining;
    if (challenge !== undefined) {
      this.moveOn({ kind: 'challenged', challenge });
      return ok({ kind: 'challenge', challenge });
    }
    this.signingIn = null;
    this.write(this.pool.issue(account.email));
    this.moveOn({ kind: 'let-in' });
    return ok({ kind: 'signed-in' });
  }

  private moveOn(event: SignInEvent): void {
    this.stage = signInAfter(this.stage, event) ?? this.stage;
  }

  private abandon(): void {
    this.stage = SIGNED_OUT;
    this.signingIn = null;
    this.remaining = [];
  }

  private async renewOnce(tokens: IssuedTokens): Promise<Outcome> {
    this.renewing ??= this.renewNow(tokens).finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  private async renewNow({ refreshToken }: IssuedTokens): Promise<Outcome> {
    await Promise.resolve();
    // The listener has signed out in the meantime, so the result of the pool does not matter.
    if (!this.hasSession()) return failed({ kind: 'none' });
    if (this.pool.isUnreachable) return failed({ kind: 'unreachable' });
    const renewed = this.pool.renew(refreshToken);
    if ('revoked' in renewed) {
      this.store.set(ENDED, renewed.revoked);
      this.hadSession = false;
      this.store.delete(KEY);
      this.ended.emit({ message: renewed.revoked });
      return failed({ kind: 'ended', message: renewed.revoked });
    }
    this.write(renewed);
    return ok(renewed);
  }

  private areOfOneListener(tokens: IssuedTokens, earlier: Session | undefined): boolean {
    return earlier === undefined || this.pool.areOfOneListener(tokens.accessToken, earlier.accessToken);
  }

  /** Checks whether another tab has signed out. */
  private lookAgain(): void {
    const before = this.hadSession;
    this.hadSession = this.hasSession();
    if (!before || this.hadSession) return;
    this.ended.emit({ message: this.store.get(ENDED) ?? 'The user is not authenticated' });
  }

  private read(): IssuedTokens | null {
    const [accessToken, refreshToken, expiresAt] = this.store.get(KEY)?.split(' ') ?? [];
    if (accessToken === undefined || refreshToken === undefined) return null;
    return { accessToken, refreshToken, expiresAt: instant(Number(expiresAt)) };
  }

  private write({ accessToken, refreshToken, expiresAt }: IssuedTokens): void {
    this.store.delete(ENDED);
    this.store.set(KEY, [accessToken, refreshToken, expiresAt].join(' '));
    this.hadSession = true;
  }

  private forget(): void {
    this.hadSession = false;
    this.store.delete(ENDED);
    this.store.delete(KEY);
  }
}

const invalid = (field: NonNullable<AuthFailure['field']>, message: string): Step =>
  failed({ kind: 'invalid-input', message, field });

const refused = (message: string): Step => failed({ kind: 'refused', message });

const busy = (): Step => failed({ kind: 'busy', message: 'A sign-in is already under way' });

const unreachable = (): Step => failed({ kind: 'unreachable', message: 'Network Error' });

const noChallenge = (): Step =>
  failed({ kind: 'no-challenge', message: 'This step has expired. Please sign in again.' });
