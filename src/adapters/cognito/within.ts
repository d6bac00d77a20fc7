import type { Milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';

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
