import type { Clock } from '../clock.ts';

// Enough for a listener who opens many tabs at once.
const BURST_SECONDS = 5;
const MOST_ADDRESSES = 10_000;
/** No address. If all buckets are in use, further addresses share this bucket. */
const OTHERS = '';

/**
 * Limits the requests of each address with a token bucket, which holds the requests of five seconds. Each process has its
 * own buckets, because they protect the process, not the pool's secrets.
 *
 * There are at most ten thousand buckets. A bucket is removed when it is full again, because a new one would be the same,
 * and never before. So requests from many addresses cannot fill the memory or renew a used-up bucket.
 *
 * @param perSecond requests in a second; Infinity allows everything
 * @returns true if one more request of an address is allowed
 */
export function rateLimiter(clock: Clock, perSecond: number): (address: string) => boolean {
  // Otherwise 0 * Infinity below would be NaN, and everything would be refused.
  if (perSecond === Infinity) return () => true;
  const burst = perSecond * BURST_SECONDS;
  // In the order of their last use, so the first bucket is full first.
  const buckets = new Map<string, { tokens: number; at: number }>();

  const removeFull = (now: number): void => {
    for (const [address, { at }] of buckets) {
      // The absolute value also removes buckets after the clock was set back.
      if (Math.abs(now - at) < BURST_SECONDS * 1000) break;
      buckets.delete(address);
    }
  };

  return (address) => {
    const now = clock.now();
    removeFull(now);
    const key = buckets.has(address) || buckets.size < MOST_ADDRESSES ? address : OTHERS;
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1000) * perSecond;
    const tokens = Math.min(burst, bucket.tokens + refill);
    // Removed and added again, so that it is the last one in the order.
    buckets.delete(key);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    return tokens >= 1;
  };
}
