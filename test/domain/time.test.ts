import { describe, expect, test } from 'vitest';
import { failed, ok } from '../../src/domain/result.ts';
import { ALWAYS, instant, isInstant, seconds, toMilliseconds, toSeconds } from '../../src/domain/time.ts';
import { anInstant, aRunTime } from '../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

describe('durations and instants', () => {
  law('whole seconds are the same after a conversion to milliseconds and back', [aRunTime()], (span) => {
    expect(toSeconds(toMilliseconds(span))).toBe(span);
  });

  law('every date is an instant', [anInstant()], (at) => isInstant(at));

  test('a duration is rounded to whole milliseconds (PROG-4)', () => {
    expect([0.0004, 0.0005, 1.2345, 15].map((span) => toMilliseconds(seconds(span)))).toEqual([
      0, 1, 1235, 15_000,
    ]);
  });

  test('a bound that is not a date is not an instant', () => {
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

describe('a result', () => {
  test('has the value, or the reason why there is none', () => {
    expect(ok(['track'])).toEqual({ ok: true, value: ['track'] });
    expect(failed({ kind: 'tracks-unavailable' })).toEqual({
      ok: false,
      error: { kind: 'tracks-unavailable' },
    });
  });
});
