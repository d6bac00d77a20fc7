import type { Clock } from '../clock.ts';

// As long a burst as a page that opens many tabs at once may make.
const BURST_SECONDS = 5;
const MOST_ADDRESSES = 10_000;
/** No address: where there is no room, all that have no bucket share this one. */
const OTHERS = '';

/**
 * A token bucket an address, which holds the requests of five seconds. Answers whether one more is allowed. The buckets
 * are this process's own: they protect it, not the pool's secrets.
 *
 * At most ten thousand are kept. A bucket goes when it is full again, since a new one would be the same, and never
 * before: whoever asks from many addresses at once neither fills the memory nor frees one that has used up its own.
 *
 * @param perSecond how many requests a second; Infinity allows everything
 */
export function rateLimiter(clock: Clock, perSecond: number): (address: string) => boolean {
  // Below, no time at an infinite rate would be 0 * Infinity, which is not a number, and refuse everything.
  if (perSecond === Infinity) return () => true;
  const burst = perSecond * BURST_SECONDS;
  // In the order of last use, so that the first is the first to be full again.
  const buckets = new Map<string, { tokens: number; at: number }>();

  const forgetFull = (now: number): void => {
    for (const [address, { at }] of buckets) {
      // Either way: a clock that was set back leaves no bucket behind for as long as it takes to come here again.
      if (Math.abs(now - at) < BURST_SECONDS * 1000) break;
      buckets.delete(address);
    }
  };

  return (address) => {
    const now = clock.now();
    forgetFull(now);
    const key = buckets.has(address) || buckets.size < MOST_ADDRESSES ? address : OTHERS;
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1000) * perSecond;
    const tokens = Math.min(burst, bucket.tokens + refill);
    // Taken out and put back, to be the last one used.
    buckets.delete(key);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    return tokens >= 1;
  };
}
