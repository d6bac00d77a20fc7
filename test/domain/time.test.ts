// Proves PROG-4.
import { describe, expect, test } from 'vitest';
import { failed, ok } from '../../src/domain/result.ts';
import { ALWAYS, instant, isInstant } from '../../src/domain/time.ts';

describe('durations and instants', () => {
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
