// Proves CAT-55.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRunTime, parseRunTime } from '../../../src/domain/catalogue/run-time.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aText } from '../../arbitraries/text.ts';
import { anyNumberOfSeconds, aRunTime } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

describe('run times', () => {
  law('a formatted time is read as the same number of seconds', [aRunTime()], (runTime) => {
    expect(parseRunTime(formatRunTime(runTime))).toBe(runTime);
  });

  law('any number is formatted as a time', [anyNumberOfSeconds()], (runTime) => {
    expect(formatRunTime(runTime)).toMatch(/^\d/u);
    if (runTime < 1e9) expect(formatRunTime(runTime)).toMatch(/^(?:\d+:[0-5]|[0-5]?)\d:[0-5]\d$/u);
  });

  law(
    'a fraction of a second is not shown',
    [aRunTime(), fc.double({ min: 0, max: 0.999, noNaN: true })],
    (runTime, rest) => {
      expect(formatRunTime(seconds(runTime + rest))).toBe(formatRunTime(runTime));
    },
  );

  law('text that is not a time is read as null', [aText()], (text) => {
    if (!/\d:\d\d$/u.test(text.trim())) expect(parseRunTime(text)).toBeNull();
  });

  law(
    'a time that is read is a whole number of seconds, not below zero',
    [fc.stringMatching(/^\d{0,3}:?\d{1,3}:\d{1,3}$/u)],
    (text) => {
      const read = parseRunTime(text);
      if (read !== null) expect(Number.isSafeInteger(read) && read >= 0).toBe(true);
    },
  );

  test.each([
    [0, '0:00'],
    [5, '0:05'],
    [59.9, '0:59'],
    [60, '1:00'],
    [599, '9:59'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3661, '1:01:01'],
    [36_000, '10:00:00'],
    [-1, '0:00'],
    [Number.NaN, '0:00'],
    [Infinity, '0:00'],
  ])('%s seconds read %j', (runTime, shown) => {
    expect(formatRunTime(seconds(runTime))).toBe(shown);
  });

  test.each([
    ['0:05', 5],
    ['05:07', 307],
    ['90:00', 5400],
    ['1:01:01', 3661],
    ['01:59:59', 7199],
    [' 4:30 ', 270],
    ['4:60', null],
    ['1:60:00', null],
    ['1:5:00', null],
    ['4:5', null],
    [':30', null],
    ['4', null],
    ['', null],
    ['-4:30', null],
    ['4:30x', null],
    ['x4:30', null],
    ['1:2:3:04', null],
    ['1:00:00:00', null],
    ['1234567:00', null],
  ])('%j is read as %j', (text, read) => {
    expect(parseRunTime(text)).toBe(read);
  });
});
