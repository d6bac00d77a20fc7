import type { Milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * What `work` comes to, or null when that takes longer than `span`. The signal then aborts: what observes it sends
 * nothing more, because its caller was told that it failed.
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

/** What `work` comes to, or null when that takes longer than `span`; the work itself goes on. */
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
