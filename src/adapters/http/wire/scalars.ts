import * as v from 'valibot';
import { parseRunTime } from '../../../domain/catalogue/content.ts';
import {
  type Bound,
  instant,
  milliseconds,
  seconds,
  type Seconds,
  toSeconds,
  type Window,
} from '../../../domain/time.ts';
import type { Log } from '../../../ports/platform.ts';

// Epoch seconds are below this until the year 5138. Epoch milliseconds are above it since March 1973.
const SECONDS_BELOW = 1e11;
// The largest distance of a JavaScript date from the epoch, in milliseconds.
const FURTHEST = 8.64e15;

const EPOCH = /^[+-]?\d+(?:\.\d+)?$/u;
const ISO =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/iu;

const fromEpoch = (value: number): Bound => {
  if (!Number.isFinite(value)) return 'unreadable';
  const epochMilliseconds = Math.abs(value) < SECONDS_BELOW ? value * 1000 : value;
  return Math.abs(epochMilliseconds) <= FURTHEST ? instant(Math.round(epochMilliseconds)) : 'unreadable';
};

/** False for a date such as `2026-02-30`, which JavaScript would accept as another day. */
const isOnCalendar = (date: string): boolean => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(date);
};

const offsetOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
};

const fromText = (value: string): Bound => {
  const trimmed = value.trim();
  if (EPOCH.test(trimmed)) return fromEpoch(Number(trimmed));
  const groups = ISO.exec(trimmed)?.groups;
  const date = groups?.['date'];
  if (date === undefined || !isOnCalendar(date)) return 'unreadable';
  const epochMilliseconds = Date.parse(`${date}T${groups?.['time'] ?? '00:00'}${offsetOf(groups?.['zone'])}`);
  return Number.isFinite(epochMilliseconds) ? instant(epochMilliseconds) : 'unreadable';
};

/**
 * Reads a date: ISO 8601 (UTC if it names no offset), or epoch seconds or milliseconds as a number or numeric text
 * (CAT-52). Null is absent; anything else is unreadable (CAT-53).
 */
export const readBound = (value: unknown): Bound => {
  if (value === null || value === undefined) return 'absent';
  if (typeof value === 'number') return fromEpoch(value);
  return typeof value === 'string' ? fromText(value) : 'unreadable';
};

const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** Reads a finite number, also if it was sent as text. Returns null for anything else. */
export const readNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && NUMERIC.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const readFlag = (value: unknown): boolean | null => {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return null;
};

/** True for a value that says that there is none. Providers in other languages send `false`, `[]` or `{}`. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const isUnread = (sent: unknown, read: unknown): boolean => {
  const isEmpty = read === null || read === '' || (typeof read === 'boolean' && readFlag(sent) === null);
  return isEmpty && !isNothing(sent);
};

/** Logs the names of fields that were sent, and that count as absent because they cannot be read (CAT-145). */
export const logUnreadFields = (
  what: string,
  entry: unknown,
  read: Readonly<Record<string, unknown>>,
  log: Log,
): void => {
  const fields = Object.keys(read).filter((name) => isUnread(Reflect.get(Object(entry), name), read[name]));
  if (fields.length > 0) log.warn('Fields of a response cannot be read', { what, fields });
};

/*
 * A page of titles has thousands of fields, which the first page reads before it shows anything. So each rule is a plain
 * function, and a schema only wraps it.
 */

/** A field that may be absent. Absent counts as null. */
export const optional = <Value>(read: (value: unknown) => Value) =>
  v.optional(v.pipe(v.unknown(), v.transform(read)), null);

/** A field that has to be there. The function returns null for a value that it cannot read. */
const required = <Value>(read: (value: unknown) => Value | null) =>
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== null) return value;
      addIssue();
      return NEVER;
    }),
  );

/** Reads a run time: seconds as a number or numeric text, or `m:ss` (CAT-54). Null if it cannot be read. */
export const readRunTime = (value: unknown): Seconds | null => {
  const number = readNumber(value);
  if (number !== null) return number >= 0 ? seconds(number) : null;
  return typeof value === 'string' ? parseRunTime(value) : null;
};

/** Reads the length of a sound. Providers write 0 where they do not know it (CAT-243). */
export const readLength = (value: unknown): Seconds | null => {
  const length = readRunTime(value);
  return length === 0 ? null : length;
};

/** Text, also if it was sent as a number, for example the title 1984. Null for anything else. */
const readWords = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
};

/** Reads an id, sent as text or as a number. An id that no link can contain is unreadable. */
export const readId = (value: unknown): string | null => {
  const id = readWords(value);
  // A lone surrogate cannot be encoded in an address. A link to it would throw.
  return id !== null && id !== '' && id.isWellFormed() ? id : null;
};
export const wireId = required(readId);

/** The largest number of characters of a text, so that a huge response does not block the page (CAT-58). */
const LONGEST_TEXT = 10_000;

/** Reads required text. Text that is too long is cut. */
export const readRequiredText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : null;
export const requiredText = required(readRequiredText);

// Text of spaces and invisible characters only (DI) would leave a link or a button without a name.
const VISIBLE = /[^\s\p{Cc}\p{DI}]/u;

/** Reads required text that is shown. Text that is too long is cut, and a lone surrogate is replaced. */
export const readRequiredWords = (value: unknown): string | null => {
  const words = readWords(value)?.slice(0, LONGEST_TEXT) ?? '';
  return VISIBLE.test(words) ? words.toWellFormed() : null;
};
export const requiredWords = required(readRequiredWords);

/** Reads text that is shown; empty if it is absent. Text that is too long is cut. */
export const readText = (value: unknown): string => (readWords(value) ?? '').slice(0, LONGEST_TEXT);
export const text = optional(readText);

/** Reads text or null. Empty text counts as null. */
export const readOptionalText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
export const optionalText = optional(readOptionalText);

/** Reads yes or no, sent as `true`, `1`, `"1"`, `"true"` or their opposites (CAT-57). Anything else means no. */
export const readYes = (value: unknown): boolean => readFlag(value) ?? false;

/** Yes or no. Absent means no, and anything else that cannot be read means `otherwise` (CAT-57). */
export const flag = (otherwise: boolean) =>
  optional((value) => (value === null ? false : (readFlag(value) ?? otherwise)));

/** A number or null. */
export const optionalNumber = optional(readNumber);

/** Reads a whole number counting from 1, or null. */
export const readOrdinal = (value: unknown): number | null => {
  const number = readNumber(value);
  return number !== null && Number.isSafeInteger(number) && number >= 1 ? number : null;
};
export const optionalOrdinal = optional(readOrdinal);

/** Reads a position, sent in milliseconds. Null if it cannot be read. */
export const readPosition = (value: unknown): Seconds | null => {
  const number = readNumber(value);
  return number !== null && number >= 0 ? toSeconds(milliseconds(number)) : null;
};
export const wirePosition = optional(readPosition);

/** One end of a window of time (CAT-52). */
export const bound = optional(readBound);

export const windowOf = (from: Bound | null, till: Bound | null): Window => ({
  from: from ?? 'absent',
  till: till ?? 'absent',
});
