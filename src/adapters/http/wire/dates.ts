import { instant } from '../../../domain/time.ts';
import type { Bound } from '../../../domain/time.ts';

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
