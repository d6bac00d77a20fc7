import { CACHE_LIFETIME, isExpired } from '../../domain/catalogue/cache-policy.ts';
import { instant, type Instant } from '../../domain/time.ts';

/** A stored response: its expiry and its JSON text. */
export type StoredResponse = { readonly expiresAt: Instant; readonly text: string };

const SEPARATOR = '|';

/** Writes the expiry first, so that it can be read without parsing the response. */
export const writeStoredResponse = ({ expiresAt, text }: StoredResponse): string =>
  `${expiresAt}${SEPARATOR}${text}`;

/** Reads a stored response. Returns null if its text is damaged. */
export const readStoredResponse = (stored: string): StoredResponse | null => {
  const end = stored.indexOf(SEPARATOR);
  const head = stored.slice(0, Math.max(end, 0));
  return /^\d{1,16}$/u.test(head) ? { expiresAt: instant(Number(head)), text: stored.slice(end + 1) } : null;
};

/**
 * True if a response has not expired. A response that expires later than the longest lifetime from now was stored
 * under a clock that has been changed since.
 */
export const isServable = (entry: { readonly expiresAt: Instant }, now: Instant): boolean =>
  !isExpired(entry, now) && entry.expiresAt - now <= CACHE_LIFETIME;
