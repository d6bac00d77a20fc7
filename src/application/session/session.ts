import type { Result } from '../../domain/result.ts';
import type { AuthFailure, Auth } from '../../ports/auth.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock, Cancellation } from '../../ports/platform.ts';

/** True if the hosted login has led to this address; the parameters hold its result (SES-45). */
export const comesFromHostedLogin = (address: {
  readonly pathname: string;
  readonly search: string;
}): boolean => address.pathname === '/login' && /[?&](?:code|error)=/u.test(address.search);

/** `unknown` means that tokens are stored, but the service could not be reached. */
export type SessionCheck = 'signed-in' | 'signed-out' | 'unknown';

// Checking often is cheap: after a failed renewal, the sign-in client itself pauses before it asks the service again.
const PERIOD = milliseconds(1000);

// This is shorter than the time by which a session is renewed before its end.
const KEEP_PERIOD = milliseconds(10_000);

/** The session of this browser. A check waits until a return from the hosted login is settled. */
export class Session {
  static readonly inject: Inject<typeof Session> = [PORTS.auth, PORTS.clock];
  private arriving: Promise<void> = Promise.resolve();
  private arrivalFailure: AuthFailure | null = null;
  private keptAt = milliseconds(0);

  constructor(
    private readonly auth: Auth,
    private readonly clock: Clock,
  ) {}

  /** Starts a return from the hosted login. @param done resolves once the sign-in has succeeded or failed */
  arrive(done: Promise<Result<void, AuthFailure>>): void {
    this.arriving = this.conclude(done);
  }

  private async conclude(done: Promise<Result<void, AuthFailure>>): Promise<void> {
    const outcome = await done;
    if (!outcome.ok) this.arrivalFailure = outcome.error;
  }

  /** Resolves when no return is pending, at most 10 seconds after it began. */
  async whenArrived(): Promise<void> {
    await this.arriving;
  }

  /** Returns why the hosted login failed, once. */
  takeArrivalFailure(): AuthFailure | null {
    const failure = this.arrivalFailure;
    this.arrivalFailure = null;
    return failure;
  }

  /** Checks whether there is a session now. Route guards call it before a member's page. */
  async check(): Promise<SessionCheck> {
    // A return from the hosted login may still be signing the listener in.
    await this.whenArrived();
    if (!this.auth.hasSession()) return 'signed-out';
    const session = await this.auth.session();
    if (session.ok) return 'signed-in';
    return session.error.kind === 'unreachable' ? 'unknown' : 'signed-out';
  }

  /**
   * Repeats the session check while the sign-in service cannot be reached. Returns its result, or `unknown` if it was
   * cancelled.
   */
  async waitForCheck(cancellation: Cancellation): Promise<SessionCheck> {
    while (!cancellation.aborted) {
      const check = await this.check();
      if (check !== 'unknown') return check;
      await this.clock.after(PERIOD);
    }
    return 'unknown';
  }

  /**
   * Renews the session in time. Called repeatedly while something plays: playing makes no calls to the provider for hours,
   * and the report at its end needs a valid session (SES-30).
   */
  keep(): void {
    const now = this.clock.elapsed();
    if (now - this.keptAt < KEEP_PERIOD) return;
    this.keptAt = now;
    // Returns the stored session until it is about to expire. After a failure, the next call tries again.
    if (this.auth.hasSession()) void this.auth.session();
  }
}
