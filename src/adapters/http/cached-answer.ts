import { CACHE_LIFETIME, isExpired } from '../../domain/catalogue/cache-policy.ts';
import { instant } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';

/** An answer as it stands in the store: when it expires, and its JSON text. */
export type StoredAnswer = { readonly expiresAt: Instant; readonly text: string };

const SEPARATOR = '|';

/** The expiry stands in front, so that it can be read without parsing the answer. */
export const writeStoredAnswer = ({ expiresAt, text }: StoredAnswer): string =>
  `${expiresAt}${SEPARATOR}${text}`;

/** Null when it is not what was written. */
export const readStoredAnswer = (stored: string): StoredAnswer | null => {
  const end = stored.indexOf(SEPARATOR);
  const head = stored.slice(0, Math.max(end, 0));
  return /^\d{1,16}$/u.test(head) ? { expiresAt: instant(Number(head)), text: stored.slice(end + 1) } : null;
};

/**
 * Whether an answer may still be served. One that claims to live for longer than any answer does was
 * written under another clock.
 */
export const isServable = (entry: { readonly expiresAt: Instant }, now: Instant): boolean =>
  !isExpired(entry, now) && entry.expiresAt - now <= CACHE_LIFETIME;
