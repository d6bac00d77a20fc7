import type { Clock } from '../clock.ts';

// As long a burst as a page that opens many tabs at once may make.
const BURST_SECONDS = 5;
const MOST_ADDRESSES = 10_000;

/**
 * A token bucket an address, which holds the requests of five seconds. Answers whether one more is allowed. The buckets
 * are this process's own: they protect it, not the pool's secrets.
 */
export function rateLimiter(clock: Clock, perSecond: number): (address: string) => boolean {
  const burst = perSecond * BURST_SECONDS;
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (address) => {
    const now = clock.now();
    const bucket = buckets.get(address) ?? { tokens: burst, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1000) * perSecond;
    const tokens = Math.min(burst, bucket.tokens + refill);
    // Taken out and put back: the map's order is then that of last use.
    buckets.delete(address);
    const oldest = buckets.size < MOST_ADDRESSES ? undefined : buckets.keys().next().value;
    if (oldest !== undefined) buckets.delete(oldest);
    buckets.set(address, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    return tokens >= 1;
  };
}
