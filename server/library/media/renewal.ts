import type { AddressCheck } from '../../media/addresses.ts';

/** Milliseconds. An address that was used within this time is in use. */
const IN_USE_MS = 10 * 60_000;
/** The longest time for which an expired address stays valid. Later, the browser has to get a new one. */
const LONGEST_SECONDS = 24 * 3600;
const MOST_ADDRESSES = 20_000;

/**
 * Keeps addresses valid while they are in use. An expired address stays valid while its listener goes on listening.
 * So a long chapter does not stop in the middle.
 */
export class Renewal {
  /** The time of the last use of each address, in epoch milliseconds, the oldest first. */
  private readonly used = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /**
   * Checks whether an address may be used.
   *
   * @returns the listener, and for how many seconds a browser may cache the bytes; null if the address is not valid
   */
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
