import type { Auth, AuthFailure, Session } from '../../ports/auth.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Result } from '../../domain/result.ts';
import type { SecondFactor } from '../../domain/sign-in.ts';
import { milliseconds } from '../../domain/time.ts';
import { signInOnceConfirmed } from './auto-sign-in.ts';
import { ScratchStorage } from './scratch-storage.ts';
import { SessionKeeper } from './session-keeper.ts';
import type { Locks } from './session-keeper.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { TokenStore } from './token-store.ts';
import { UserCalls } from './user-calls.ts';
import type { UserPool } from './user-pool.ts';
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
};

/** Tokens that another way than a password brought. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
};

/** The sign-in service of sections 4 and 7 on a Cognito user pool. */
export class CognitoAuth implements Auth {
  private readonly pool: UserPool;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly keeper: SessionKeeper;
  private readonly flow: SignInFlow;
  private readonly calls: UserCalls;

  constructor({ pool, store, clock, log, makeRoom, locks }: CognitoAuthOptions) {
    this.pool = pool;
    this.clock = clock;
    this.log = log;
    const tokens = new TokenStore(store, pool.config.clientId, makeRoom);
    this.keeper = new SessionKeeper(tokens, pool, clock, log, locks);
    this.flow = new SignInFlow(pool, this.keeper, clock, log);
    this.calls = new UserCalls(this.keeper, pool, clock);
    store.changedElsewhere.subscribe(() => this.keeper.changedElsewhere());
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
    return this.flow.begin(email, password);
  }

  async signInOnceConfirmed(
    { email, password }: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ) {
    // A poll that is on its way when the listener leaves signs nobody in.
    cancellation.addEventListener('abort', () => this.flow.abandon());
    return signInOnceConfirmed(async () => this.flow.begin(email, password), this.clock, cancellation);
  }

  async answerNewPassword(password: string) {
    return this.flow.answerNewPassword(password);
  }

  async answerCode(code: string, deviceName?: string) {
    return this.flow.answerCode(code, deviceName);
  }

  async answerCustom(response: string) {
    return this.flow.answerCustom(response);
  }

  async chooseFactor(factor: SecondFactor | null) {
    return this.flow.chooseFactor(factor);
  }

  abandonSignIn(): void {
    this.flow.abandon();
  }

  /** Takes over tokens that the hosted login issued; false when they cannot be read. */
  adopt(tokens: IssuedTokens): boolean {
    this.flow.abandon();
    return this.keeper.adopted(tokens);
  }

  /** Whether the session came from the hosted login. */
  isHosted(): boolean {
    return this.keeper.isHosted();
  }

  signOut(lastCalls: Promise<void> = Promise.resolve()): Promise<void> {
    this.flow.abandon();
    const held = this.keeper.holdsSession();
    const entries = this.keeper.signedOut();
    return held ? this.revokeAfter(lastCalls, entries) : Promise.resolve();
  }

  accountDeleted(): void {
    this.flow.abandon();
    this.keeper.accountDeleted();
  }

  async signOutEverywhere(lastCalls: Promise<void> = Promise.resolve()): Promise<Result<void, AuthFailure>> {
    await within(this.clock, LAST_CALLS_DEADLINE, lastCalls);
    const done = await this.calls.run<void>((user, end) => {
      user.globalSignOut({
        onSuccess: () => end({ value: undefined }),
        onFailure: (error: unknown) => end({ error }),
      });
    });
    if (done.ok) {
      this.flow.abandon();
      this.keeper.signedOut();
    }
    return done;
  }

  private async revokeAfter(
    lastCalls: Promise<void>,
    entries: readonly (readonly [string, string])[],
  ): Promise<void> {
    await within(this.clock, LAST_CALLS_DEADLINE, lastCalls);
    await within(this.clock, REVOCATION_DEADLINE, this.revoke(entries));
  }

  /** RevokeToken with the library's backoff (section 9), behind the listener's back. */
  private async revoke(entries: readonly (readonly [string, string])[]): Promise<void> {
    try {
      const { pool } = await this.pool.exchange(new ScratchStorage(entries));
      const user = pool.getCurrentUser();
      const error = await new Promise<unknown>((resolve) => {
        if (user === null) resolve(null);
        else user.signOut((...failure: readonly unknown[]) => resolve(failure[0]));
      });
      if (error instanceof Error) this.log.warn('A token was not revoked', { reason: error.message });
    } catch (error) {
      this.log.warn('A token was not revoked', { reason: String(error) });
    }
  }
}
