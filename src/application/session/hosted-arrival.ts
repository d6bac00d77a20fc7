import type { Result } from '../../domain/result.ts';
import type { AuthFailure } from '../../ports/auth.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Somebody who comes back from the hosted login is on the way in: what guards a page waits for them. */
export class HostedArrival {
  static readonly inject: Inject<typeof HostedArrival> = [];
  private arriving: Promise<void> = Promise.resolve();
  private failure: AuthFailure | null = null;

  /** They have come, and `done` tells whether they are let in. */
  start(done: Promise<Result<void, AuthFailure>>): void {
    this.arriving = this.conclude(done);
  }

  /** Settles once nobody is on the way any more: at most 10 seconds after the arrival. */
  async whenSettled(): Promise<void> {
    await this.arriving;
  }

  /** Why the arrival came to nothing, to be told once. */
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
