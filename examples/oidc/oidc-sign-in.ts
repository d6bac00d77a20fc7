import { ErrorResponse, OidcClient, type RefreshState, type SigninResponse } from 'oidc-client-ts';
import { Emitter } from '../../src/adapters/shared/emitter.ts';
import { failed, ok, type Result } from '../../src/domain/result.ts';
import { instant, milliseconds, type Instant, type Milliseconds } from '../../src/domain/time.ts';
import type {
  Auth,
  AuthFailure,
  Session,
  SessionFailure,
  SignInStep,
  HostedArrival,
  HostedLogin,
} from '../../src/ports/auth.ts';
import type { Clock, Log, KeyValueStore } from '../../src/ports/platform.ts';

type Step = Promise<Result<SignInStep, AuthFailure>>;
type Outcome = Result<Session, SessionFailure>;
type Done = Promise<Result<void, AuthFailure>>;
type Tokens = Session & {
  /** The listener at the provider. */
  readonly subject: string;
  readonly refreshToken: string | null;
};

export type OidcOptions = {
  /** The address of the OpenID provider. Its discovery document stands below `/.well-known`. */
  readonly authority: string;
  readonly clientId: string;
  /** The scopes. A session can be renewed only with the one that gives a refresh token, often `offline_access`. */
  readonly scope: string;
  /** The address of `/login` of this app, registered at the provider. */
  readonly returnAddress: string;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly goTo: (address: string) => void;
  /** Runs work in one tab at a time, because a refresh token may be valid only once. */
  readonly exclusively: (work: () => Promise<Outcome>) => Promise<Outcome>;
};

const TOKENS = 'oidc.tokens';
/** Why the session ended, for the other tabs. */
const ENDED = 'oidc.ended';
const ONWARDS = 'oidc.onwards.';
const STATE = 'oidc.state.';

const RENEW_AHEAD = 30_000;
const LONGEST_LIFE = 3600;
const ARRIVAL_DEADLINE = milliseconds(10_000);
const LEAVING_DEADLINE = milliseconds(3000);

const ENDED_HERE = 'Your session has ended. Please sign in again.';
const ENDED_ELSEWHERE = 'You signed out in another tab.';

/**
 * The sign-in at an OpenID provider, on a page of that provider. `oidc-client-ts` does the protocol. The tokens are in a
 * synchronous store, because a guard asks without waiting, and a sign-out takes effect at once.
 */
export class OidcSignIn implements Auth, HostedLogin {
  readonly isOffered = true;
  readonly ended = new Emitter<{ readonly message: string }>();
  private readonly client: OidcClient;
  private renewing: Promise<Outcome> | null = null;
  /** The listener whom this page shows; null if nobody is signed in. */
  private listener: string | null;
  /** The listener of each access token that this page has used. */
  private readonly subjects = new Map<string, string>();

  constructor(private readonly options: OidcOptions) {
    const { authority, clientId, scope, returnAddress, store } = options;
    this.client = new OidcClient({
      authority,
      client_id: clientId,
      redirect_uri: returnAddress,
      post_logout_redirect_uri: returnAddress,
      scope,
      stateStore: {
        set: async (key, value) => void store.set(STATE + key, value),
        get: async (key) => store.get(STATE + key),
        remove: async (key) => {
          const value = store.get(STATE + key);
          store.delete(STATE + key);
          return value;
        },
        getAllKeys: async () =>
          store.keys().flatMap((key) => (key.startsWith(STATE) ? [key.slice(STATE.length)] : [])),
      },
    });
    this.listener = this.read()?.subject ?? null;
    store.changedElsewhere.subscribe(() => this.lookAgain());
  }

  async session(earlier?: Session): Promise<Outcome> {
    const tokens = this.read();
    if (tokens === null || !this.isOwn(tokens) || (earlier !== undefined && !this.isOf(earlier, tokens)))
      return failed({ kind: 'none' });
    return this.options.clock.now() < tokens.expiresAt - RENEW_AHEAD ? ok(tokens) : this.renewOnce(tokens);
  }

  async renew(refused: Session): Promise<Outcome> {
    const tokens = this.read();
    if (tokens === null || !this.isOwn(tokens) || !this.isOf(refused, tokens))
      return failed({ kind: 'none' });
    return tokens.accessToken === refused.accessToken ? this.renewOnce(tokens) : this.session();
  }

  hasSession(): boolean {
    return this.read() !== null;
  }

  isHosted(): boolean {
    return this.hasSession();
  }

  async begin(onwards: string): Done {
    try {
      const request = await this.client.createSigninRequest({});
      this.options.store.set(ONWARDS + request.state.id, onwards);
      this.options.goTo(request.url);
      return ok(undefined);
    } catch (error) {
      return this.unreachable(error);
    }
  }

  arrive(query: string): HostedArrival | null {
    const response = new URLSearchParams(query);
    if (!response.has('code') && !response.has('error')) return null;
    const key = ONWARDS + (response.get('state') ?? '');
    const onwards = this.options.store.get(key);
    this.options.store.delete(key);
    if (onwards === null) return { onwards, done: refused('Invalid state in OAuth flow') };
    const done = Promise.race([
      this.complete(query),
      this.options.clock.after(ARRIVAL_DEADLINE).then(async () => networkError()),
    ]);
    return { onwards, done };
  }

  async leave(): Done {
    const { clock, goTo } = this.options;
    const timeout = clock.after(LEAVING_DEADLINE);
    void this.client.createSignoutRequest({}).then(
      ({ url }) => goTo(url),
      (error: unknown) => this.options.log.warn('The OpenID provider has no sign-out page', { error }),
    );
    await timeout;
    return failed({ kind: 'unreachable', message: 'Signout timeout fail' });
  }

  async signOut(lastCalls: Promise<void> = Promise.resolve()): Promise<void> {
    const tokens = this.read();
    this.forget();
    await Promise.race([lastCalls, this.options.clock.after(LEAVING_DEADLINE)]);
    await this.revoke(tokens).catch((error: unknown) => {
      this.options.log.warn('The session could not be revoked', { error });
    });
  }

  async signOutEverywhere(lastCalls: Promise<void> = Promise.resolve()): Done {
    const tokens = this.read();
    if (tokens === null) return refused('User is not authenticated');
    await lastCalls;
    try {
      // OpenID Connect knows no sign-out of other devices. The provider's own page may offer it.
      await this.revoke(tokens);
    } catch (error) {
      return this.unreachable(error);
    }
    this.forget();
    return ok(undefined);
  }

  accountDeleted(): void {
    this.forget();
  }

  abandonSignIn(): void {
    // The sign-in runs on the provider's page.
  }

  // No step of a sign-in with a password exists here.
  signIn = noPassword;
  signInOnceConfirmed = noPassword;
  respondWithNewPassword = noPassword;
  respondWithCode = noPassword;
  respondToCustom = noPassword;
  chooseFactor = noPassword;

  private async complete(query: string): Done {
    try {
      const address = `${this.options.returnAddress}${query}`;
      this.adopt(await this.client.processSigninResponse(address), null);
      return ok(undefined);
    } catch (error) {
      return error instanceof ErrorResponse ? refused('Authentication Error') : this.unreachable(error);
    }
  }

  private async renewOnce(tokens: Tokens): Promise<Outcome> {
    this.renewing ??= this.options
      .exclusively(async () => this.renewNow(tokens))
      .finally(() => {
        this.renewing = null;
      });
    return this.renewing;
  }

  private async renewNow(before: Tokens): Promise<Outcome> {
    // Another tab may have renewed it, or the listener may have signed out.
    const tokens = this.read();
    if (tokens === null || tokens.subject !== before.subject) return failed({ kind: 'none' });
    if (tokens.accessToken !== before.accessToken) return ok(tokens);
    if (tokens.refreshToken === null) return this.end();
    try {
      const response = await this.client.useRefreshToken({ state: refreshStateOf(tokens.refreshToken) });
      if (this.read()?.accessToken !== before.accessToken) return failed({ kind: 'none' });
      return ok(this.adopt(response, tokens));
    } catch (error) {
      if (this.read() === null) return failed({ kind: 'none' });
      if (error instanceof ErrorResponse) return this.end();
      this.options.log.warn('The session could not be renewed', { error });
      return failed({ kind: 'unreachable' });
    }
  }

  private adopt(response: SigninResponse, before: Tokens | null): Tokens {
    const life = (response.expires_in ?? LONGEST_LIFE) * 1000;
    const tokens: Tokens = {
      accessToken: response.access_token,
      refreshToken: response.refresh_token ?? before?.refreshToken ?? null,
      subject: before?.subject ?? response.profile.sub,
      expiresAt: after(this.options.clock.now(), milliseconds(life)),
    };
    this.options.store.delete(ENDED);
    this.options.store.set(TOKENS, JSON.stringify(tokens));
    this.listener = tokens.subject;
    return tokens;
  }

  /** The provider has refused the session. */
  private end(): Outcome {
    this.options.store.set(ENDED, ENDED_HERE);
    this.forget(true);
    this.ended.emit({ message: ENDED_HERE });
    return failed({ kind: 'ended', message: ENDED_HERE });
  }

  private forget(keepsReason = false): void {
    this.listener = null;
    if (!keepsReason) this.options.store.delete(ENDED);
    this.options.store.delete(TOKENS);
  }

  /** Another tab has signed in or out. */
  private lookAgain(): void {
    const before = this.listener;
    this.listener = this.read()?.subject ?? null;
    if (before === null || before === this.listener) return;
    this.ended.emit({ message: this.options.store.get(ENDED) ?? ENDED_ELSEWHERE });
  }

  /**
   * False if another listener has signed in in another tab, and this page has not heard of it yet (SES-98). This page
   * then ends its session at once.
   */
  private isOwn({ subject }: Tokens): boolean {
    if (this.listener === null || this.listener === subject) return true;
    this.lookAgain();
    return false;
  }

  /** A call of one listener must not be repeated for another listener (SES-98). */
  private isOf({ accessToken }: Session, { subject }: Tokens): boolean {
    return this.subjects.get(accessToken) === subject;
  }

  private async revoke(tokens: Tokens | null): Promise<void> {
    if (tokens?.refreshToken != null) await this.client.revokeToken(tokens.refreshToken, 'refresh_token');
  }

  private read(): Tokens | null {
    const tokens = decode(this.options.store.get(TOKENS));
    if (tokens !== null) this.subjects.set(tokens.accessToken, tokens.subject);
    return tokens;
  }

  private async unreachable(error: unknown): Done {
    this.options.log.warn('The OpenID provider could not be reached', { error });
    return networkError();
  }
}

const after = (now: Instant, span: Milliseconds): Instant => instant(now + span);

/**
 * The library wants the profile of the last id token, but does not read it. It declares the class `RefreshState` and does
 * not export it.
 */
const refreshStateOf = (refreshToken: string): RefreshState => ({
  refresh_token: refreshToken,
  session_state: null,
  profile: { sub: '', iss: '', aud: '', exp: 0, iat: 0 },
});

/** The stored tokens; null if there are none, or if they cannot be read. */
function decode(text: string | null): Tokens | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return null;
    const field = (name: string): unknown => Reflect.get(stored, name);
    const textOf = (name: string): string | null => {
      const value = field(name);
      return typeof value === 'string' ? value : null;
    };
    const accessToken = textOf('accessToken');
    const expiresAt = field('expiresAt');
    const subject = textOf('subject');
    if (accessToken === null || subject === null || typeof expiresAt !== 'number') return null;
    return {
      accessToken,
      subject,
      refreshToken: textOf('refreshToken'),
      expiresAt: instant(expiresAt),
    };
  } catch {
    return null;
  }
}

const refused = async (message: string): Done => failed({ kind: 'refused', message });

const networkError = () => failed<AuthFailure>({ kind: 'unreachable', message: 'Network Error' });

async function noPassword(): Step {
  return failed({ kind: 'refused', message: 'Please sign in on the page of your provider.' });
}
