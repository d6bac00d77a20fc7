import type { Result } from '../../domain/result.ts';
import type { AuthFailure, Auth } from '../../ports/auth.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/signal.ts';
import type { Clock } from '../../ports/clock.ts';

/** True if the hosted login has led to this address; the parameters hold its result (SES-45). */
export const comesFromHostedLogin = (address: {
  readonly pathname: string;
  readonly search: string;
}): boolean => address.pathname === '/login' && /[?&](?:code|error)=/u.test(address.search);

/** The state of a return from the hosted login. Route guards wait until it is settled. */
export class HostedArrival {
  static readonly inject: Inject<typeof HostedArrival> = [];
  private arriving: Promise<void> = Promise.resolve();
  private failure: AuthFailure | null = null;

  /** @param done resolves once the sign-in has succeeded or failed */
  start(done: Promise<Result<void, AuthFailure>>): void {
    this.arriving = this.conclude(done);
  }

  /** Resolves when no return is pending, at most 10 seconds after it began. */
  async whenSettled(): Promise<void> {
    await this.arriving;
  }

  /** Returns why the sign-in failed, once. */
  takeFailure(): AuthFailure | null {
    const { failure } = this;
    this.failure = null;
    return failure;
  }

  private async conclude(done: Promise<Result<void, AuthFailure>>): Promise<void> {
    const outcome = await done;
    if (!outcome.ok) this.failure = outcome.error;
  }
}

/** `unknown` means that tokens are stored, but the service could not be reached. */
export type SessionCheck = 'signed-in' | 'signed-out' | 'unknown';

// Checking often is cheap: after a failed renewal, the sign-in client itself pauses before it asks the service again.
const PERIOD = milliseconds(1000);

/** The session of this browser. Route guards call it before a member's page. */
export class Session {
  static readonly inject: Inject<typeof Session> = [PORTS.auth, HostedArrival, PORTS.clock];

  constructor(
    private readonly auth: Auth,
    private readonly hostedArrival: HostedArrival,
    private readonly clock: Clock,
  ) {}

  /** Checks whether there is a session now. Route guards call it before a member's page. */
  async check(): Promise<SessionCheck> {
    // A return from the hosted login may still be signing the listener in.
    await this.hostedArrival.whenSettled();
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
}
