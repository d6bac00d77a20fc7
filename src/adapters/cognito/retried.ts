import { milliseconds } from '../../domain/time.ts';
import type { Milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';

// Section 9, generic retry helper: 100 ms base, up to 100 ms jitter, no delay beyond 5 minutes.
const BASE = 100;
const JITTER = 100;
const LONGEST = milliseconds(300_000);

export type RetryOptions = {
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random?: () => number;
  /** The delay that is one too long: the last outcome then stands. */
  readonly longest?: Milliseconds;
  /** Ends the attempts: the last outcome then stands. */
  readonly signal?: AbortSignal;
};

/**
 * What `work` comes to, asked again with delays that double for as long as `isWorthIt` says of an outcome that
 * the same question may be answered otherwise.
 */
export const retried = async <Outcome>(
  work: () => Promise<Outcome>,
  isWorthIt: (outcome: Outcome) => boolean,
  { clock, random = Math.random, longest = LONGEST, signal }: RetryOptions,
): Promise<Outcome> => {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work();
    const delay = BASE * 2 ** attempt + JITTER * random();
    if (!isWorthIt(outcome) || delay > longest) return outcome;
    await clock.after(milliseconds(delay));
    if (signal?.aborted === true) return outcome;
  }
};
