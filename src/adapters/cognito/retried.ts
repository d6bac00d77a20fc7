import { milliseconds } from '../../domain/time.ts';
import type { Milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';

// Milliseconds. The first delay is 200 ms. Each next delay is twice as long. Up to 100 ms are added at random.
const BASE = 100;
const JITTER = 100;
const LONGEST = milliseconds(300_000);

export type RetryOptions = {
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random?: () => number;
  /** If the next delay would be longer than this, the last outcome is returned. Default: 5 minutes. */
  readonly longest?: Milliseconds;
  /** When the signal aborts, the last outcome is returned. */
  readonly signal?: AbortSignal;
};

/**
 * Repeats `work` with doubling delays as long as `shouldRepeat` is true for its outcome. Returns the last outcome.
 */
export const retried = async <Outcome>(
  work: () => Promise<Outcome>,
  shouldRepeat: (outcome: Outcome) => boolean,
  { clock, random = Math.random, longest = LONGEST, signal }: RetryOptions,
): Promise<Outcome> => {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work();
    const delay = BASE * 2 ** attempt + JITTER * random();
    if (!shouldRepeat(outcome) || delay > longest) return outcome;
    await clock.after(milliseconds(delay));
    if (signal?.aborted === true) return outcome;
  }
};
