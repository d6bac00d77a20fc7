import { describe, expect, test } from 'vitest';
import { ALWAYS, instant, isInstant, seconds, toMilliseconds, toSeconds } from '../../src/domain/time.ts';
import { anInstant, aRunTime } from '../arbitraries/time.ts';
import { law } from './laws.ts';

describe('spans and instants', () => {
  law('whole seconds survive the way to milliseconds and back', [aRunTime()], (span) => {
    expect(toSeconds(toMilliseconds(span))).toBe(span);
  });

  law('every date is an instant', [anInstant()], (at) => isInstant(at));

  test('a span is rounded to whole milliseconds', () => {
    expect([0.0004, 0.0005, 1.2345, 15].map((span) => toMilliseconds(seconds(span)))).toEqual([
      0, 1, 1235, 15_000,
    ]);
  });

  test('a mark, or a number that is no date, is no instant', () => {
    expect(['absent', 'unreadable'] as const).not.toSatisfy((marks: readonly ('absent' | 'unreadable')[]) =>
      marks.some(isInstant),
    );
    expect([Number.NaN, Infinity, -Infinity].map((value) => isInstant(instant(value)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(ALWAYS).toEqual({ from: 'absent', till: 'absent' });
  });
});
