import type { Brand } from './brand.ts';

/** A point in time: milliseconds since 1970-01-01T00:00:00Z, finite. */
export type Instant = Brand<number, 'Instant'>;

/** A span in milliseconds. */
export type Milliseconds = Brand<number, 'Milliseconds'>;

/** A span or a place in a track, in seconds; may have a fraction. */
export type Seconds = Brand<number, 'Seconds'>;

export const instant = (epochMilliseconds: number): Instant => epochMilliseconds as Instant;
export const milliseconds = (value: number): Milliseconds => value as Milliseconds;
export const seconds = (value: number): Seconds => value as Seconds;

/** The same span in whole milliseconds, as reports carry it. */
export const toMilliseconds = (span: Seconds): Milliseconds => milliseconds(Math.round(span * 1000));

export const toSeconds = (span: Milliseconds): Seconds => seconds(span / 1000);

/**
 * One end of a window as the provider sent it. `absent` is a bound that was null or missing;
 * `unreadable` is one that was there and is no date, which closes an item and never opens it.
 */
export type Bound = Instant | 'absent' | 'unreadable';

/** A span between two bounds. Which ends belong to it is for the rule to say. */
export type Window = { readonly from: Bound; readonly till: Bound };

/** A window open at both ends. */
export const ALWAYS: Window = { from: 'absent', till: 'absent' };

/**
 * Whether a bound is a point in time. NaN and the infinities are numbers to the compiler, but no date:
 * they are as unreadable as the mark.
 */
export const isInstant = (bound: Bound): bound is Instant => Number.isFinite(bound);
