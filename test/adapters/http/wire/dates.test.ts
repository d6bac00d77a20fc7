// Proves CAT-52, CAT-53.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readBound } from '../../../../src/adapters/http/wire/dates.ts';

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
  ])('reads noon in every format: %s', (sent) => {
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
  ])('an invalid date is unreadable, not absent: %j', (sent) => {
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
  ])('epoch seconds end where milliseconds begin: %j', (sent, epoch) => {
    expect(readBound(sent)).toBe(epoch);
  });

  test.each([null, undefined])('%s is absent', (sent) => {
    expect(readBound(sent)).toBe('absent');
  });

  test('reads any instant as text with and without an offset, and as epoch milliseconds', () => {
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
