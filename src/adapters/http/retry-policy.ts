import { milliseconds } from '../../domain/time.ts';
import type { Instant, Milliseconds } from '../../domain/time.ts';
import type { ApiFailure } from '../../ports/content-api.ts';

/** Contract 3.10: a GET is tried again at most twice. */
const MOST_RETRIES = 2;

/**
 * Contract 3.10: after a first failed answer the outcome is there within 3 s, retries included; the rest
 * is left for showing it.
 */
export const RETRY_WINDOW: Milliseconds = milliseconds(2_700);

const FIRST_PAUSE = 300;
const LONGEST_WAIT = 2_000;

/** What a failed attempt says about the next one. */
export type FailedAttempt = { readonly failure: ApiFailure; readonly retryAfter: string | null };

// JavaScript reads a date into almost anything; every form that HTTP allows begins with a weekday.
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/u;

/** `Retry-After` as a span from now: seconds or a date; null when it is neither. */
const readRetryAfter = (header: string | null, now: Instant): Milliseconds | null => {
  const trimmed = header?.trim() ?? '';
  if (/^\d+$/u.test(trimmed)) return milliseconds(Number(trimmed) * 1000);
  const date = HTTP_DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isFinite(date) ? milliseconds(Math.max(date - now, 0)) : null;
};

/**
 * How long to wait before the next attempt; null when there is none to be made.
 *
 * A network failure or a 5xx is tried again when repeating the call changes nothing (GET): after about
 * 300 ms, then 900 ms, each with a third of jitter. A 429 was not carried out and may always be repeated,
 * when `Retry-After` names a time that a listener would wait for. Any other 4xx is final.
 */
export const pauseBeforeRetry = (
  attempt: { readonly method: string; readonly retries: number; readonly failed: FailedAttempt },
  now: Instant,
  random: () => number,
): Milliseconds | null => {
  if (attempt.retries >= MOST_RETRIES) return null;
  const { failure, retryAfter } = attempt.failed;
  if (failure.kind === 'rate-limited') {
    const wait = readRetryAfter(retryAfter, now);
    return wait !== null && wait <= LONGEST_WAIT ? wait : null;
  }
  if (attempt.method !== 'GET' || (failure.kind !== 'unreachable' && failure.kind !== 'server')) return null;
  const pause = FIRST_PAUSE * 3 ** attempt.retries;
  return milliseconds(pause + (pause / 3) * random());
};
