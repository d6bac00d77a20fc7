import {
  defaultIfEmpty,
  exhaustMap,
  filter,
  firstValueFrom,
  fromEventPattern,
  Observable,
  takeUntil,
  takeWhile,
} from 'rxjs';
import { failed, type Result } from '../../../domain/result.ts';
import { type Instant, milliseconds } from '../../../domain/time.ts';
import type { AuthFailure, SignInStep } from '../../../ports/auth.ts';
import type { Clock, Log, Cancellation } from '../../../ports/platform.ts';
import { UserCalls } from '../account/user-calls.ts';
import { MESSAGES } from '../messages.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import type { PoolClient } from '../pool-client.ts';
import { SignInFlow } from './sign-in-flow.ts';

type Step = Result<SignInStep, AuthFailure>;

// Every 5 seconds for at most 3 minutes (SES-55).
const PERIOD = milliseconds(5000);
const LONGEST = 180_000;

const ticksOf = (clock: Clock): Observable<Instant> =>
  new Observable((ticks) => clock.every(PERIOD).subscribe((now) => ticks.next(now)));

const cancelled = (cancellation: Cancellation): Observable<unknown> =>
  fromEventPattern<void>(
    (listener) => cancellation.addEventListener('abort', listener),
    (listener) => cancellation.removeEventListener('abort', listener),
  );

/** Failures after which the next attempt may succeed. `unknown` is a fault of the service. */
const STILL_OPEN: ReadonlySet<AuthFailure['kind']> = new Set(['unconfirmed', 'unreachable', 'unknown']);

const maySucceedLater = (step: Step): boolean => !step.ok && STILL_OPEN.has(step.error.kind);

const givenUp: Step = failed({ kind: 'refused', message: MESSAGES.autoSignInFailed });

/**
 * Signs in as soon as the listener has opened the link that confirms the account (SES-55). While an attempt is
 * running, ticks are skipped, so that attempts never overlap.
 */
export const signInOnceConfirmed = async (
  signIn: () => Promise<Step>,
  clock: Clock,
  cancellation: Cancellation,
): Promise<Step> => {
  // A signal that is already aborted emits no event.
  if (cancellation.aborted) return givenUp;
  const until = clock.now() + LONGEST;
  const attempts = ticksOf(clock).pipe(
    takeWhile((now) => now <= until),
    exhaustMap(async () => signIn()),
    filter((step) => !maySucceedLater(step)),
    takeUntil(cancelled(cancellation)),
    defaultIfEmpty(givenUp),
  );
  const step = await firstValueFrom(attempts);
  return step.ok ? step : givenUp;
};

export type SignInClientDependencies = {
  readonly pool: PoolClient;
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
    return this.calls.call(async (user) => user.signOutEverywhere());
  }

  /** Revokes the refresh token in the background, with retries (SES-42). */
  async revoke(entries: readonly (readonly [string, string])[]): Promise<void> {
    const { pool, clock, log } = this.dependencies;
    try {
      const exchange = await pool.exchange(new ScratchStorage(entries));
      await exchange.revoke(clock);
    } catch (error) {
      log.warn('A token was not revoked', { reason: error instanceof Error ? error.message : String(error) });
    }
  }
}
