import type { Milliseconds } from '../../domain/time.ts';
import type { Clock, Cancellation, Subscription } from '../../ports/platform.ts';

/** Why a call was given up before its response arrived. */
export type GivenUp = 'cancelled' | 'timeout';

/**
 * Limits one call: it is given up when its caller cancels, or at the current deadline. `signal` then aborts the
 * request. Close the limit when the call is over.
 */
export class CallLimit {
  private readonly controller = new AbortController();
  private deadline: Subscription | null = null;
  private reason: GivenUp | null = null;
  private readonly cancel = (): void => this.giveUp('cancelled');

  constructor(
    private readonly clock: Clock,
    private readonly cancellation: Cancellation | undefined,
  ) {
    if (cancellation?.aborted === true) this.giveUp('cancelled');
    else cancellation?.addEventListener('abort', this.cancel);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get givenUp(): GivenUp | null {
    return this.reason;
  }

  /** Sets the deadline to `span` from now. Replaces an earlier deadline. */
  within(span: Milliseconds): void {
    this.deadline?.unsubscribe();
    this.deadline = this.clock.every(span).subscribe(() => this.giveUp('timeout'));
  }

  /** Returns the result of `work`, or null when the call is given up first. */
  async race<Value>(work: Promise<Value>): Promise<Value | null> {
    const { signal } = this;
    if (signal.aborted) {
      work.catch(() => undefined);
      return null;
    }
    const settled = new AbortController();
    const aborted = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true, signal: settled.signal });
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      settled.abort();
    }
  }

  close(): void {
    this.deadline?.unsubscribe();
    this.deadline = null;
    this.cancellation?.removeEventListener('abort', this.cancel);
  }

  private giveUp(reason: GivenUp): void {
    this.reason ??= reason;
    this.close();
    this.controller.abort();
  }
}
