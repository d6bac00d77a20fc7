import type { Instant } from '../../domain/time.ts';

const DAY = 86_400_000;
const LOCALE = 'en-GB';

/** The calendar day of an instant in the listener's time zone, as days since 1970. */
const dayNumber = (at: Instant, timeZone?: string): number => {
  if (timeZone === undefined) {
    // Every tile with a window asks, and formatters take long to make.
    const local = new Date(at);
    return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / DAY;
  }
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
  return Math.round(Date.parse(`${parts}T00:00:00Z`) / DAY);
};

/** Whether two instants fall on the same calendar day. */
export const isSameDay = (one: Instant, other: Instant, timeZone?: string): boolean =>
  dayNumber(one, timeZone) === dayNumber(other, timeZone);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters take long to make, and a page of tiles says the same few things about many instants. */
const format = (at: Instant, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(LOCALE, options);
  formatters.set(key, formatter);
  return formatter.format(at);
};

/** The time of day, as `18:00`. */
export const formatTime = (at: Instant, timeZone?: string): string =>
  format(at, { timeZone, hour: '2-digit', minute: '2-digit' });

/**
 * A day as one says it: `Friday` when it is one of the six days to come, else `3 May`, with the year when it
 * is not this one's. `timeZone` is the listener's own where it is not given.
 */
export const formatDay = (at: Instant, now: Instant, timeZone?: string): string => {
  const ahead = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (ahead > 0 && ahead < 7) return format(at, { timeZone, weekday: 'long' });
  const yearOf = (instant: Instant): string => format(instant, { timeZone, year: 'numeric' });
  const isThisYear = yearOf(at) === yearOf(now);
  return format(at, {
    timeZone,
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
};
