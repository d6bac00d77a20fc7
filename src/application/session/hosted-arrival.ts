import type { Result } from '../../domain/result.ts';
import type { AuthFailure } from '../../ports/auth.ts';
import type { Inject } from '../../ports/tokens.ts';

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
