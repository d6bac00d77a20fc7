import * as fc from 'fast-check';
import {
  instant,
  milliseconds,
  seconds,
  type Bound,
  type Instant,
  type Milliseconds,
  type Seconds,
  type Window,
} from '../../src/domain/time.ts';

const BASE = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;

/**
 * An instant at one of seven hours, or 1 ms before or after it. Bounds and clocks are both drawn from these few, so that
 * a clock is often at the edge of a window.
 */
export const anInstant = (): fc.Arbitrary<Instant> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, -1, 1))
        .map(([hours, edge]) => instant(BASE + hours * HOUR + edge)),
    },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 8.64e15, -8.64e15).map(instant) },
    { weight: 1, arbitrary: fc.integer({ min: -8.64e15, max: 8.64e15 }).map(instant) },
  );

/** Some elapsed time. */
export const anElapsedTime = (): fc.Arbitrary<Milliseconds> =>
  fc.integer({ min: 0, max: 2 ** 42 }).map(milliseconds);

/** A bound that is not a date: unreadable, or an invalid number. */
export const aMalformedBound = (): fc.Arbitrary<Bound> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Bound>('unreadable') },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity).map(instant) },
  );

/** A bound of any kind. */
export const aBound = (): fc.Arbitrary<Bound> =>
  fc.oneof(
    { weight: 6, arbitrary: anInstant() },
    { weight: 2, arbitrary: fc.constant<Bound>('absent') },
    { weight: 1, arbitrary: aMalformedBound() },
  );

/** A window of any kind: open, half open, closed, empty, reversed or malformed. */
export const aWindow = (): fc.Arbitrary<Window> => fc.record({ from: aBound(), till: aBound() });

/** A window with two dates in order. It is empty if they are the same. */
export const aReadableWindow = (): fc.Arbitrary<{ readonly from: Instant; readonly till: Instant }> =>
  fc
    .tuple(anInstant(), anInstant())
    .map(([one, other]) => (one <= other ? { from: one, till: other } : { from: other, till: one }));

/** A window with at least one malformed bound. */
export const aMalformedWindow = (): fc.Arbitrary<Window> =>
  fc
    .tuple(aMalformedBound(), aBound(), fc.boolean())
    .map(([malformed, other, first]) =>
      first ? { from: malformed, till: other } : { from: other, till: malformed },
    );

/** A window with at least one missing end. */
export const aWindowWithoutAnEnd = (): fc.Arbitrary<Window> =>
  fc
    .tuple(fc.oneof(anInstant(), fc.constant<Bound>('absent')), fc.boolean())
    .map(([bound, first]) => (first ? { from: 'absent', till: bound } : { from: bound, till: 'absent' }));

/** A position in a track, often near the thresholds of 1 and 3 seconds. */
export const aPosition = (): fc.Arbitrary<Seconds> =>
  fc
    .oneof(
      fc.constantFrom(0, 0.999, 1, 1.001, 2.999, 3, 3.001, 15),
      fc.double({ min: 0, max: 36_000, noNaN: true }),
    )
    .map(seconds);

/** Any number as seconds: negative, infinite, not a number, tiny or huge. */
export const anyNumberOfSeconds = (): fc.Arbitrary<Seconds> =>
  fc.oneof(aPosition(), fc.double().map(seconds));

/** A run time in whole seconds, up to a few days. */
export const aRunTime = (): fc.Arbitrary<Seconds> =>
  fc.oneof(fc.constantFrom(0, 59, 60, 3599, 3600, 3661), fc.integer({ min: 0, max: 400_000 })).map(seconds);
