import { milliseconds } from '../time.ts';
import type { Instant, Milliseconds } from '../time.ts';

/** How long an answer may be served again. */
export const CACHE_LIFETIME: Milliseconds = milliseconds(300_000);

/** What the policy reads of a cached answer. */
export type CacheEntry = { readonly expiresAt: Instant };

/** What a call carries beside its path; an undefined value is one that is not sent. */
export type CachePayload = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Keyed by method, path and payload. Calls that look alike on the wire share a key: the order
 * of the payload's names does not matter, nor whether a value is a number or its text.
 */
export const cacheKey = (method: string, path: string, payload: CachePayload): string => {
  const sent = Object.keys(payload)
    .toSorted()
    .flatMap((name) => {
      const value = payload[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
  return JSON.stringify([method.toUpperCase(), path, sent]);
};

/** Served while unexpired; from the instant of expiry on it is not. */
export const isExpired = (entry: CacheEntry, now: Instant): boolean => !(now < entry.expiresAt);

/** When storage is full, the entry expiring soonest goes first; null when there is none. */
export const firstToEvict = <Entry extends CacheEntry>(entries: readonly Entry[]): Entry | null => {
  let soonest: Entry | null = null;
  for (const entry of entries) {
    if (soonest === null || entry.expiresAt < soonest.expiresAt) soonest = entry;
  }
  return soonest;
};

const NEVER_CACHED = /^\/(?:audio\/|user|favorites|library\/?(?:\?|$)|for-you)/u;
const RANDOM = /[?&]random=1(?:&|$)/u;

/**
 * Answers to GET, except those about the listener, media addresses and random picks.
 * `path` is below the API's base (`/browse`), with its query or without.
 */
export const isCacheable = (method: string, path: string, payload: CachePayload = {}): boolean =>
  method.toUpperCase() === 'GET' &&
  !NEVER_CACHED.test(path) &&
  !RANDOM.test(path) &&
  String(payload['random']) !== '1';
