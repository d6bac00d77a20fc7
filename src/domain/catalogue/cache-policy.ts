import { milliseconds, type Instant, type Milliseconds } from '../time.ts';

/** How long a cached response is served (CAT-61). */
export const CACHE_LIFETIME: Milliseconds = milliseconds(300_000);

/** The part of a cached response that the policy reads. */
export type CacheEntry = { readonly expiresAt: Instant };

/** The parameters of a call beside its path. An undefined value is not sent. */
export type CachePayload = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * The cache key, from method, path and parameters (CAT-62). The order of the parameters does not matter, nor whether
 * a value is a number or its text.
 */
export const cacheKey = (method: string, path: string, payload: CachePayload): string => {
  const sent = Object.keys(payload)
    .toSorted()
    .flatMap((name) => {
      const value = payload[name];
      return value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]];
    });
  return JSON.stringify([method.toUpperCase(), path, sent]);
};

/** True until the instant of expiry, exclusive. */
export const isExpired = (entry: CacheEntry, now: Instant): boolean => !(now < entry.expiresAt);

/** The entry to remove when the storage is full: the one that expires first (CAT-64). Null if there is none. */
export const firstToEvict = <Entry extends CacheEntry>(entries: readonly Entry[]): Entry | null => {
  let soonest: Entry | null = null;
  for (const entry of entries) {
    if (soonest === null || entry.expiresAt < soonest.expiresAt) soonest = entry;
  }
  return soonest;
};

const NEVER_CACHED = /^\/(?:audio\/|user|favorites|library\/?(?:\?|$)|for-you)/u;
const RANDOM = /[?&]random=1(?:&|$)/u;
const ARRANGED = /^(?:sort$|filter\.)/u;

/**
 * True for responses to GET, except those about the listener, media addresses and random titles (CAT-63). Sorted and
 * filtered lists may depend on the listener's progress, so they are never cached (CAT-235). `path` is below the API's base (`/browse`), with or without its query.
 */
export const isCacheable = (method: string, path: string, payload: CachePayload = {}): boolean =>
  method.toUpperCase() === 'GET' &&
  !NEVER_CACHED.test(path) &&
  !RANDOM.test(path) &&
  String(payload['random']) !== '1' &&
  !Object.keys(payload).some((name) => ARRANGED.test(name));
