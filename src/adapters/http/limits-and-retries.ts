import { type Milliseconds, milliseconds, type Instant } from '../../domain/time.ts';
import type { Clock, Cancellation, Subscription } from '../../ports/platform.ts';
import type { ApiFailure } from '../../ports/content-api.ts';

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

/** A GET is repeated at most twice (SES-75). */
const MOST_RETRIES = 2;

/**
 * All attempts end within this time after the first failure (SES-75).
 */
export const RETRY_WINDOW: Milliseconds = milliseconds(2_700);

const FIRST_PAUSE = 300;
const LONGEST_WAIT = 2_000;

/** A failed attempt, and the header that limits the next one. */
export type FailedAttempt = { readonly failure: ApiFailure; readonly retryAfter: string | null };

// `Date` accepts almost any text. Every date format of HTTP begins with a weekday.
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/u;

/** Reads `Retry-After`, given in seconds or as a date, as a time from now. Returns null if it is neither. */
const readRetryAfter = (header: string | null, now: Instant): Milliseconds | null => {
  const trimmed = header?.trim() ?? '';
  if (/^\d+$/u.test(trimmed)) return milliseconds(Number(trimmed) * 1000);
  const date = HTTP_DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isFinite(date) ? milliseconds(Math.max(date - now, 0)) : null;
};

/**
 * Returns how long to wait before the next attempt; null if no attempt may follow.
 *
 * After a network failure or a 5xx, only a GET is repeated: after about 300 ms, then 900 ms, each plus up to a third
 * (SES-75, SES-76). After a 429, every call is repeated if `Retry-After` names a short time (SES-77). Any other 4xx is
 * final.
 */
export const pauseBeforeRetry = (
  attempt: { readonly method: string; readonly retries: number; readonly failed: FailedAttempt },
  now: Instant,
  random: () => number,
): Milliseconds | null => {
  if (attempt.retries >= MOST_RETRIES) return null;
  const { failure, retryAfter } = attempt.failed;
  if (failure.kind === 'rate-limited') {
    const wait = readRetryAfter(retryAfter, now);
    return wait !== null && wait <= LONGEST_WAIT ? wait : null;
  }
  if (attempt.method !== 'GET' || (failure.kind !== 'unreachable' && failure.kind !== 'server')) return null;
  const pause = FIRST_PAUSE * 3 ** attempt.retries;
  return milliseconds(pause + (pause / 3) * random());
};
