import { type Milliseconds, milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/platform.ts';

/**
 * Returns the result of `work`, or null if it takes longer than `span`. The signal then aborts, so that `work` sends
 * nothing after the failure was reported (ACC-5, SES-62).
 */
export const giveUpAfter = async <Value>(
  clock: Clock,
  span: Milliseconds,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> => {
  const givenUp = new AbortController();
  const outcome = await within(clock, span, work(givenUp.signal));
  if (outcome === null) givenUp.abort();
  return outcome;
};

/** Returns the result of `work`, or null if it takes longer than `span`. `work` itself continues. */
export const within = async <Value>(
  clock: Clock,
  span: Milliseconds,
  work: Promise<Value>,
): Promise<Value | null> => {
  let expire = (): void => undefined;
  const expired = new Promise<null>((resolve) => {
    expire = () => resolve(null);
  });
  const deadline = clock.every(span).subscribe(() => expire());
  try {
    return await Promise.race([work, expired]);
  } finally {
    deadline.unsubscribe();
  }
};

// Milliseconds. The first delay is 200 ms. Each next delay is twice as long. Up to 100 ms are added at random.
const BASE = 100;
const JITTER = 100;
const LONGEST = milliseconds(300_000);

type RetryOptions = {
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
