import type { SecondFactor, Attributes } from '../../domain/sign-in.ts';
import type { Auth, AuthFailure, Session, SignInStep } from '../../ports/auth.ts';
import type { Clock, Log, Cancellation, Signal, KeyValueStore } from '../../ports/platform.ts';
import { failed, type Result } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Locks } from './session/session-renewal.ts';
import { retried, within } from './within.ts';
import { NETWORK_ERROR } from './early-messages.ts';
import { type IssuedTokens, SessionKeeper } from './session/session-keeper.ts';
import { TokenStore } from './session/token-store.ts';
import type { PoolClient } from './pool-client.ts';
import type { SignInClient, SignInClientDependencies } from './sign-in/sign-in-client.ts';

// How long a revocation waits for the last reports of the session.
const LAST_CALLS_DEADLINE = milliseconds(3000);
// The caller of a sign-out waits at most this long. The revocation continues afterwards.
const REVOCATION_DEADLINE = milliseconds(3000);

export type CognitoAuthOptions = {
  readonly pool: PoolClient;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Frees space in a full store (SES-31). */
  readonly makeRoom?: () => void;
  /** The browser's Web Locks, or null. */
  readonly locks: Locks | null;
  readonly networkReturned?: Signal<unknown>;
};

type Step = Result<SignInStep, AuthFailure>;

const unreachable = () => failed<AuthFailure>({ kind: 'unreachable', message: NETWORK_ERROR });

/**
 * The sign-in service on a Cognito user pool. This class serves the stored session. The code for signing in and out is
 * loaded, with the vendor's library, when it is first needed.
 */
export class CognitoAuth implements Auth {
  private readonly keeper: SessionKeeper;
  private readonly dependencies: SignInClientDependencies;
  private loading: Promise<SignInClient> | null = null;
  private client: SignInClient | null = null;
  /** Counts abandoned sign-ins. A step that still waits for the sign-in code to load is then abandoned too. */
  private abandoned = 0;

  constructor({ pool, store, clock, log, makeRoom, locks, networkReturned }: CognitoAuthOptions) {
    const tokens = new TokenStore(store, pool.config.clientId, makeRoom);
    this.keeper = new SessionKeeper(tokens, pool, clock, log, locks);
    this.dependencies = { pool, keeper: this.keeper, clock, log };
    store.changedElsewhere.subscribe((key) => this.keeper.changedElsewhere(key));
    networkReturned?.subscribe(() => this.keeper.networkReturned());
  }

  get ended() {
    return this.keeper.ended;
  }

  async session(earlier?: Session) {
    return this.keeper.session(earlier);
  }

  async renew(refused: Session) {
    return this.keeper.renew(refused);
  }

  hasSession(): boolean {
    return this.keeper.hasSession();
  }

  async signIn({ email, password }: { readonly email: string; readonly password: string }) {
    return this.step(async ({ flow }) => flow.begin(email, password));
  }

  async signInOnceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ) {
    // An attempt that is pending when the listener leaves the page must sign nobody in.
    cancellation.addEventListener('abort', () => this.abandonSignIn());
    const client = await this.loadClient();
    return client === null ? unreachable() : client.signInOnceConfirmed(credentials, cancellation);
  }

  async respondWithNewPassword(password: string, attributes?: Attributes) {
    return this.step(async ({ flow }) => flow.respondWithNewPassword(password, attributes));
  }

  async respondWithCode(code: string, deviceName?: string) {
    return this.step(async ({ flow }) => flow.respondWithCode(code, deviceName));
  }

  async respondToCustom(response: string) {
    return this.step(async ({ flow }) => flow.respondToCustom(response));
  }

  async chooseFactor(factor: SecondFactor | null) {
    return this.step(async ({ flow }) => flow.chooseFactor(factor));
  }

  abandonSignIn(): void {
    this.abandoned += 1;
    this.client?.flow.abandon();
  }

  /** Stores tokens of the hosted login. Returns false if they cannot be read. */
  adopt(tokens: IssuedTokens): boolean {
    this.abandonSignIn();
    return this.keeper.adopted(tokens);
  }

  isHosted(): boolean {
    return this.keeper.isHosted();
  }

  signOut(lastCalls: Promise<void> = Promise.resolve()): Promise<void> {
    this.abandonSignIn();
    const hadSession = this.keeper.hasSession();
    const entries = this.keeper.signedOut();
    return hadSession ? this.revokeAfter(lastCalls, entries) : Promise.resolve();
  }

  accountDeleted(): void {
    this.abandonSignIn();
    this.keeper.accountDeleted();
  }

  /** Ends the session, because an account call reported that the session is invalid (SES-38). */
  end(message: string): void {
    this.keeper.end(message);
  }

  async signOutEverywhere(lastCalls: Promise<void> = Promise.resolve()): Promise<Result<void, AuthFailure>> {
    const loading = this.loadClient();
    await within(this.dependencies.clock, LAST_CALLS_DEADLINE, lastCalls);
    const client = await loading;
    if (client === null) return unreachable();
    const done = await client.signOutEverywhere();
    if (done.ok) {
      this.abandonSignIn();
      this.keeper.signedOut();
    }
    return done;
  }

  private async revokeAfter(
    lastCalls: Promise<void>,
    entries: readonly (readonly [string, string])[],
  ): Promise<void> {
    const { clock } = this.dependencies;
    // Without a network, the sign-in code may load later. The tokens stay in memory until the code is loaded.
    const loading = retried(
      async () => this.loadClient(),
      (client) => client === null,
      { clock },
    );
    await within(clock, LAST_CALLS_DEADLINE, lastCalls);
    const revoked = loading.then(async (client) => client?.revoke(entries));
    await within(clock, REVOCATION_DEADLINE, revoked);
  }

  private async step(run: (client: SignInClient) => Promise<Step>): Promise<Step> {
    const { abandoned } = this;
    const client = this.client ?? (await this.loadClient());
    if (client === null) return unreachable();
    return abandoned === this.abandoned ? run(client) : client.givenUp();
  }

  /** Returns null if the code cannot be loaded; a later call tries again. */
  private async loadClient(): Promise<SignInClient | null> {
    const { pool, log } = this.dependencies;
    // Every use of the client needs the library.
    pool.prepare();
    this.loading ??= pool
      .code(async () => import('./sign-in/sign-in-client.ts'))
      .then((module) => new module.SignInClient(this.dependencies));
    try {
      this.client = await this.loading;
      return this.client;
    } catch (error) {
      this.loading = null;
      log.warn('The sign-in code could not be fetched', { reason: String(error) });
      return null;
    }
  }
}
