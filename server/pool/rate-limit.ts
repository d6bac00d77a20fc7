import type { Clock } from './context.ts';

const PER_SECOND = 200;
const BURST = 1000;
const MOST_ADDRESSES = 10_000;

/**
 * A token bucket an address: 1000 requests at once, 200 a second after that. Answers whether one
 * more is allowed. The buckets are this process's own: they protect it, not the pool's secrets.
 */
export function rateLimiter(clock: Clock): (address: string) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (address) => {
    const now = clock.now();
    const bucket = buckets.get(address) ?? { tokens: BURST, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1000) * PER_SECOND;
    const tokens = Math.min(BURST, bucket.tokens + refill);
    // Taken out and put back: the map's order is then that of last use.
    buckets.delete(address);
    const oldest = buckets.size < MOST_ADDRESSES ? undefined : buckets.keys().next().value;
    if (oldest !== undefined) buckets.delete(oldest);
    buckets.set(address, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    return tokens >= 1;
  };
}
