import type { Result } from '../../../domain/result.ts';
import { failed } from '../../../domain/result.ts';
import type { AuthFailure, SignInStep } from '../../../ports/auth.ts';
import type { Cancellation } from '../../../ports/cancellation.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { signInOnceConfirmed } from './auto-sign-in.ts';
import { MESSAGES } from '../messages.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { UserCalls } from '../account/user-calls.ts';
import type { UserPool } from '../user-pool.ts';

export type SignInClientDependencies = {
  readonly pool: UserPool;
  readonly keeper: SessionKeeper;
  readonly clock: Clock;
  readonly log: Log;
};

/** Signs in and out at the service. A valid session does not need this code, so it is loaded when it is first needed. */
export class SignInClient {
  readonly flow: SignInFlow;
  private readonly calls: UserCalls;

  constructor(private readonly dependencies: SignInClientDependencies) {
    const { pool, keeper, clock, log } = dependencies;
    this.flow = new SignInFlow(pool, keeper, clock, log);
    this.calls = new UserCalls(keeper, pool, clock);
  }

  /** The result of a step that was abandoned before it was sent. */
  givenUp(): Result<SignInStep, AuthFailure> {
    return failed({ kind: 'no-challenge', message: MESSAGES.noChallenge });
  }

  async signInOnceConfirmed(
    { email, password }: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ) {
    const { clock } = this.dependencies;
    return signInOnceConfirmed(async () => this.flow.begin(email, password), clock, cancellation);
  }

  /** Ends the session of every device (ACC-34). */
  async signOutEverywhere(): Promise<Result<void, AuthFailure>> {
    return this.calls.call<void>((user, end) => {
      user.globalSignOut({
        onSuccess: () => end({ value: undefined }),
        onFailure: (error: unknown) => end({ error }),
      });
    });
  }

  /** Revokes the refresh token in the background, with retries (SES-42). */
  async revoke(entries: readonly (readonly [string, string])[]): Promise<void> {
    const { pool, log } = this.dependencies;
    try {
      const exchange = await pool.exchange(new ScratchStorage(entries));
      const user = exchange.pool.getCurrentUser();
      const error = await new Promise<unknown>((resolve) => {
        if (user === null) resolve(null);
        else user.signOut((...failure: readonly unknown[]) => resolve(failure[0]));
      });
      if (error instanceof Error) log.warn('A token was not revoked', { reason: error.message });
    } catch (error) {
      log.warn('A token was not revoked', { reason: String(error) });
    }
  }
}
