import type { Attributes } from '../../domain/account/attributes.ts';
import type { Auth, AuthFailure, Session, SignInStep } from '../../ports/auth.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Signal } from '../../ports/signal.ts';
import type { Result } from '../../domain/result.ts';
import type { SecondFactor } from '../../domain/sign-in.ts';
import { failed } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Locks } from './session/locks.ts';
import { retried } from './retried.ts';
import { SessionKeeper } from './session/session-keeper.ts';
import { NETWORK_ERROR } from './session/session-messages.ts';
import { TokenStore } from './session/token-store.ts';
import type { UserPool } from './user-pool.ts';
import type { SignInClient, SignInClientDependencies } from './sign-in/sign-in-client.ts';
import { within } from './within.ts';

// How long the session may live on behind a sign-out for the last reports' sake.
const LAST_CALLS_DEADLINE = milliseconds(3000);
// Attempts go on after it, but nobody is kept waiting for them.
const REVOCATION_DEADLINE = milliseconds(3000);

export type CognitoAuthOptions = {
  readonly pool: UserPool;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Gives up what can be had again, where the store is full. */
  readonly makeRoom?: () => void;
  /** The browser's Web Locks; null where there are none. */
  readonly locks: Locks | null;
  readonly networkReturned?: Signal<unknown>;
};

/** Tokens that another way than a password brought. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
};

type Step = Result<SignInStep, AuthFailure>;

const unreachable = () => failed<AuthFailure>({ kind: 'unreachable', message: NETWORK_ERROR });

/**
 * The sign-in service of sections 4 and 7 on a Cognito user pool. The session that is held is kept here; the ways in
 * and out are fetched with the vendor's library, by whoever takes one.
 */
export class CognitoAuth implements Auth {
  private readonly keeper: SessionKeeper;
  private readonly world: SignInClientDependencies;
  private fetching: Promise<SignInClient> | null = null;
  private ways: SignInClient | null = null;
  /** How often a sign-in was given up: a step that still waits for its code is given up with it. */
  private abandoned = 0;

  constructor({ pool, store, clock, log, makeRoom, locks, networkReturned }: CognitoAuthOptions) {
    const tokens = new TokenStore(store, pool.config.clientId, makeRoom);
    this.keeper = new SessionKeeper(tokens, pool, clock, log, locks);
    this.world = { pool, keeper: this.keeper, clock, log };
    store.changedElsewhere.subscribe(() => this.keeper.changedElsewhere());
    networkReturned?.subscribe(() => this.keeper.networkReturned());
  }

  get ended() {
    return this.keeper.ended;
  }

  async session() {
    return this.keeper.session();
  }

  async renew(refused: Session) {
    return this.keeper.renew(refused);
  }

  holdsSession(): boolean {
    return this.keeper.holdsSession();
  }

  async signIn({ email, password }: { readonly email: string; readonly password: string }) {
    return this.step(async ({ flow }) => flow.begin(email, password));
  }

  async signInOnceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ) {
    // A poll that is on its way when the listener leaves signs nobody in.
    cancellation.addEventListener('abort', () => this.abandonSignIn());
    const ways = await this.fetchWays();
    return ways === null ? unreachable() : ways.signInOnceConfirmed(credentials, cancellation);
  }

  async answerNewPassword(password: string, attributes?: Attributes) {
    return this.step(async ({ flow }) => flow.answerNewPassword(password, attributes));
  }

  async answerCode(code: string, deviceName?: string) {
    return this.step(async ({ flow }) => flow.answerCode(code, deviceName));
  }

  async answerCustom(response: string) {
    return this.step(async ({ flow }) => flow.answerCustom(response));
  }

  async chooseFactor(factor: SecondFactor | null) {
    return this.step(async ({ flow }) => flow.chooseFactor(factor));
  }

  abandonSignIn(): void {
    this.abandoned += 1;
    this.ways?.flow.abandon();
  }

  /** Takes over tokens that the hosted login issued; false when they cannot be read. */
  adopt(tokens: IssuedTokens): boolean {
    this.abandonSignIn();
    return this.keeper.adopted(tokens);
  }

  isHosted(): boolean {
    return this.keeper.isHosted();
  }

  signOut(lastCalls: Promise<void> = Promise.resolve()): Promise<void> {
    this.abandonSignIn();
    const held = this.keeper.holdsSession();
    const entries = this.keeper.signedOut();
    return held ? this.revokeAfter(lastCalls, entries) : Promise.resolve();
  }

  accountDeleted(): void {
    this.abandonSignIn();
    this.keeper.accountDeleted();
  }

  /** A call of the listener's own was told that the session is invalid (section 8). */
  end(message: string): void {
    this.keeper.end(message);
  }

  async signOutEverywhere(lastCalls: Promise<void> = Promise.resolve()): Promise<Result<void, AuthFailure>> {
    const fetching = this.fetchWays();
    await within(this.world.clock, LAST_CALLS_DEADLINE, lastCalls);
    const ways = await fetching;
    if (ways === null) return unreachable();
    const done = await ways.signOutEverywhere();
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
    const { clock } = this.world;
    // Without a network the code may not be there yet: the tokens wait for it in memory.
    const fetching = retried(
      async () => this.fetchWays(),
      (ways) => ways === null,
      { clock },
    );
    await within(clock, LAST_CALLS_DEADLINE, lastCalls);
    const revoked = fetching.then(async (ways) => ways?.revoke(entries));
    await within(clock, REVOCATION_DEADLINE, revoked);
  }

  private async step(take: (ways: SignInClient) => Promise<Step>): Promise<Step> {
    const { abandoned } = this;
    const ways = this.ways ?? (await this.fetchWays());
    if (ways === null) return unreachable();
    return abandoned === this.abandoned ? take(ways) : ways.givenUp();
  }

  /** Null where the code for them cannot be fetched; a later call tries again. */
  private async fetchWays(): Promise<SignInClient | null> {
    const { pool, log } = this.world;
    // Whichever way it is, it leads through the library.
    pool.prepare();
    this.fetching ??= pool
      .code(async () => import('./sign-in/sign-in-client.ts'))
      .then((late) => new late.SignInClient(this.world));
    try {
      this.ways = await this.fetching;
      return this.ways;
    } catch (error) {
      this.fetching = null;
      log.warn('The sign-in code could not be fetched', { reason: String(error) });
      return null;
    }
  }
}
