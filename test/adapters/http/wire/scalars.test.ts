import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  flag,
  optionalNumber,
  optionalOrdinal,
  optionalText,
  readBound,
  readId,
  readNumber,
  readRunTime,
  requiredText,
  requiredWords,
  text,
  windowOf,
  wireId,
  wirePosition,
} from '../../../../src/adapters/http/wire/scalars.ts';

describe('a number', () => {
  test.each([
    [0, 0],
    [-1.5, -1.5],
    ['0', 0],
    ['12', 12],
    ['+3', 3],
    ['-3', -3],
    ['1.', 1],
    ['1.25', 1.25],
    ['.75', 0.75],
    ['1e3', 1000],
    ['1E10', 1e10],
    ['1e-2', 0.01],
    ['2e+1', 20],
    [' 7 ', 7],
  ])('is read from %j', (sent, number) => {
    expect(readNumber(sent)).toBe(number);
  });

  test.each([
    '',
    ' ',
    '.',
    'e3',
    '1e',
    '1e1.5',
    'x1',
    '1x',
    '1 2',
    '0x10',
    '1_000',
    '١',
    '1e999',
    'NaN',
    'Infinity',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    null,
    undefined,
    {},
    [],
    [1],
  ])('is not read from %j', (sent) => {
    expect(readNumber(sent)).toBeNull();
  });
});

describe('yes or no', () => {
  test.each([true, 1, '1', 'true'])('%j is yes (CAT-57)', (sent) => {
    expect([v.parse(flag(false), sent), v.parse(flag(true), sent)]).toEqual([true, true]);
  });

  test.each([false, 0, '0', 'false', null, undefined])('%j is no (CAT-57)', (sent) => {
    expect([v.parse(flag(false), sent), v.parse(flag(true), sent)]).toEqual([false, false]);
  });

  test.each(['yes', '', 2, {}, []])('%j is the default (CAT-57)', (sent) => {
    expect([v.parse(flag(false), sent), v.parse(flag(true), sent)]).toEqual([false, true]);
  });

  test('is no if it is missing', () => {
    const sent = v.parse(v.object({ a: flag(true), b: flag(false) }), {});
    expect(sent).toEqual({ a: false, b: false });
  });
});

describe('a position and a run time', () => {
  test.each([
    [0, 0],
    ['1500', 1.5],
    [-1, null],
    ['soon', null],
    [null, null],
  ])('%j milliseconds are %j s', (sent, seconds) => {
    expect(v.parse(wirePosition, sent)).toBe(seconds);
  });

  test.each([
    [0, 0],
    ['0', 0],
    ['0:00', 0],
    [-0.5, null],
    [{}, null],
  ])('a run time of %j is %j s (CAT-54)', (sent, seconds) => {
    expect(readRunTime(sent)).toBe(seconds);
  });
});

describe('an ordinal', () => {
  test.each([
    [1, 1],
    ['2', 2],
    [0, null],
    [-1, null],
    [1.5, null],
    [2 ** 53, null],
    ['x', null],
    [null, null],
    [undefined, null],
  ])('of %j is %j', (sent, ordinal) => {
    expect(v.parse(optionalOrdinal, sent)).toBe(ordinal);
  });
});

describe('text', () => {
  test('is cut if it is too long (CAT-58)', () => {
    const long = 'x'.repeat(10_001);
    for (const schema of [text, requiredText, requiredWords]) {
      expect(v.parse(schema, 'Tide')).toBe('Tide');
      expect(v.parse(schema, long)).toBe(long.slice(0, 10_000));
    }
  });

  test.each([undefined, null, true, Number.NaN, {}, []])('is empty for %j', (sent) => {
    expect(v.parse(text, sent)).toBe('');
  });

  test.each([undefined, null, '', 5, {}, ['x']])('that is optional is null for %j', (sent) => {
    expect(v.parse(optionalText, sent)).toBeNull();
  });

  test('that is shown may be sent as a number', () => {
    for (const schema of [text, requiredWords]) expect(v.parse(schema, 1984)).toBe('1984');
    expect(v.safeParse(requiredText, 1984).success).toBe(false);
    for (const sent of ['', null, true, Number.NaN]) {
      expect(v.safeParse(requiredWords, sent).success).toBe(false);
    }
  });

  test('that is cut has no lone surrogate', () => {
    expect(v.parse(requiredWords, 'Sea \uD83C stories')).toBe('Sea \uFFFD stories');
    expect(v.parse(requiredWords, '\u{1F30A}')).toBe('\u{1F30A}');
    const cut = v.parse(requiredWords, `${'x'.repeat(9_999)}\u{1F30A}`);
    expect(encodeURIComponent(cut)).toBe(`${'x'.repeat(9_999)}%EF%BF%BD`);
  });

  test('that is optional is returned', () => {
    expect(v.parse(optionalText, 'Tide')).toBe('Tide');
  });
});

describe('an id', () => {
  test('is text, also if it was sent as a number', () => {
    expect([v.parse(wireId, 'a'), v.parse(wireId, 7), readId(7)]).toEqual(['a', '7', '7']);
    expect(v.parse(wireId, '\u{1F30A}')).toBe('\u{1F30A}');
  });

  test.each(['', null, undefined, {}, Number.NaN, Number.POSITIVE_INFINITY, true, '\uD800', 'a\uDC00b'])(
    'is unreadable in %j',
    (sent) => {
      expect(v.safeParse(wireId, sent).success).toBe(false);
      expect(readId(sent)).toBeNull();
    },
  );
});

test('missing numbers and bounds are null or absent', () => {
  expect(v.parse(optionalNumber, undefined)).toBeNull();
  expect(windowOf(null, null)).toEqual({ from: 'absent', till: 'absent' });
  expect(windowOf('unreadable', 'absent')).toEqual({ from: 'unreadable', till: 'absent' });
});

const NOON = Date.UTC(2026, 2, 14, 12);

describe('readBound', () => {
  test.each([
    '2026-03-14T12:00:00Z',
    '2026-03-14T12:00:00.000Z',
    '2026-03-14T12:00:00',
    '2026-03-14T12:00',
    '2026-03-14 12:00:00',
    '2026-03-14 12:00:00 +00:00',
    '2026-03-14T14:00:00+02:00',
    '2026-03-14T14:00:00+0200',
    '2026-03-14T14:00:00+02',
    '2026-03-14T06:30:00-05:30',
    ' 2026-03-14T12:00:00z ',
    NOON,
    NOON / 1000,
    String(NOON),
    String(NOON / 1000),
  ])('reads noon in every format: %s (CAT-52)', (sent) => {
    expect(readBound(sent)).toBe(NOON);
  });

  test('a date without a time is midnight UTC', () => {
    expect(readBound('2026-03-14')).toBe(Date.UTC(2026, 2, 14));
  });

  test.each([
    '',
    'soon',
    '14.03.2026',
    '2026-02-30',
    '2026-13-01',
    '2026-03-14T25:00:00Z',
    '2026-3-4',
    '12:00',
    'March 14, 2026',
    '1e999',
    'NaN',
    9e15,
    '99999999999999999',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1.',
    '1.x',
    'a2026-03-14T12:00:00Z',
    'on 2026-03-14',
    '2026-03-14T12:00:00Z.',
    '2026-03-14T12:00:00  Z',
    true,
    {},
    [],
    [2026],
  ])('an invalid date is unreadable, not absent: %j (CAT-53)', (sent) => {
    expect(readBound(sent)).toBe('unreadable');
  });

  test.each([
    ['-86400', -86_400_000],
    ['+86400', 86_400_000],
    ['86400.25', 86_400_250],
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
    [8.64e15, 8.64e15],
    [8.64e15 + 2, 'unreadable'],
  ])('epoch seconds end where milliseconds begin: %j (CAT-52)', (sent, epoch) => {
    expect(readBound(sent)).toBe(epoch);
  });

  test.each([null, undefined])('%s is absent (CAT-53)', (sent) => {
    expect(readBound(sent)).toBe('absent');
  });

  test('reads any instant as text with and without an offset, and as epoch milliseconds (CAT-52)', () => {
    const anInstant = fc.date({
      min: new Date('1974-01-01'),
      max: new Date('2999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anInstant, (date) => {
        const iso = date.toISOString();
        expect(readBound(iso)).toBe(date.getTime());
        expect(readBound(iso.slice(0, -1))).toBe(date.getTime());
        expect(readBound(date.getTime())).toBe(date.getTime());
        expect(readBound(String(Math.floor(date.getTime() / 1000)))).toBe(
          Math.floor(date.getTime() / 1000) * 1000,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
