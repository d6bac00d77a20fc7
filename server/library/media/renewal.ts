import type { AddressCheck } from '../../media/addresses.ts';

/** An address that was used in this time is being listened to. */
const IN_USE_MS = 10 * 60_000;
/** No address is valid for longer. A browser that asks again gets a new one. */
const LONGEST_SECONDS = 24 * 3600;
const MOST_ADDRESSES = 20_000;

/**
 * Keeps the addresses that listeners use. An address that has expired stays valid while its listener goes on listening, so
 * that a long chapter does not end in the middle.
 */
export class Renewal {
  /** When an address was last used, the oldest first. */
  private readonly used = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** @returns the listener, and for how long a browser may keep the bytes; null if the address is not valid */
  admit(path: string, check: AddressCheck): { readonly listener: string; readonly seconds: number } | null {
    if (check.verdict === 'forged') return null;
    const key = `${check.listener}\n${path}`;
    const isInUse = this.now() - (this.used.get(key) ?? -Infinity) <= IN_USE_MS;
    if (check.verdict === 'expired' && !(isInUse && check.secondsAgo < LONGEST_SECONDS)) return null;
    this.used.delete(key);
    this.used.set(key, this.now());
    if (this.used.size > MOST_ADDRESSES) {
      const [oldest] = this.used.keys();
      if (oldest !== undefined) this.used.delete(oldest);
    }
    return { listener: check.listener, seconds: check.verdict === 'ok' ? check.secondsLeft : 0 };
  }
}
