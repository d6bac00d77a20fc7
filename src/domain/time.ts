import type { Brand } from './brand.ts';
import { message } from './message.ts';

/** A point in time: milliseconds since 1970-01-01T00:00:00Z, finite. */
export type Instant = Brand<number, 'Instant'>;

/** A duration in milliseconds. */
export type Milliseconds = Brand<number, 'Milliseconds'>;

/** A duration or a position in a track, in seconds, possibly with a fraction. */
export type Seconds = Brand<number, 'Seconds'>;

/** Brands milliseconds since 1970-01-01T00:00:00Z as an instant. */
export const instant = (epochMilliseconds: number): Instant => epochMilliseconds as Instant;
/** Brands a number as a duration in milliseconds. */
export const milliseconds = (value: number): Milliseconds => value as Milliseconds;
/** Brands a number as a duration, or a position in a track, in seconds. */
export const seconds = (value: number): Seconds => value as Seconds;

/** The same duration in whole milliseconds, as in reports (PROG-4). */
export const toMilliseconds = (span: Seconds): Milliseconds => milliseconds(Math.round(span * 1000));

/** The same duration in seconds, with a fraction. */
export const toSeconds = (span: Milliseconds): Seconds => seconds(span / 1000);

/**
 * One bound of a window, as the provider sent it. `absent`: null or missing. `unreadable`: present but not a date,
 * which closes the item (ENT-9).
 */
export type Bound = Instant | 'absent' | 'unreadable';

/** Two bounds. The rule that uses them decides which bounds are inclusive. */
export type Window = { readonly from: Bound; readonly till: Bound };

/** A window without bounds. */
export const ALWAYS: Window = { from: 'absent', till: 'absent' };

/** The bounds of windows that are points in time. */
export const boundsOf = (...windows: readonly Window[]): readonly Instant[] =>
  windows.flatMap(({ from, till }) => [from, till].filter(isInstant));

/**
 * True if a bound is a point in time. NaN and the infinities are numbers in TypeScript, but no dates, so they count
 * as unreadable.
 */
export const isInstant = (bound: Bound): bound is Instant => Number.isFinite(bound);

/** The greeting at an hour of the day, 0 to 23 (CAT-9). */
export const greeting = (hour: number): string => {
  if (hour < 5 || hour >= 18) return message('Good evening');
  return hour < 12 ? message('Good morning') : message('Good afternoon');
};
