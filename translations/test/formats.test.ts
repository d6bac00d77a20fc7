import { afterEach, describe, expect, test } from 'vitest';
import {
  firstDayOfWeek,
  formatDate,
  formatList,
  formatName,
  formatNames,
  formatNumber,
  formatPrice,
  formatSpeed,
  isEnglish,
} from '../formats.ts';
import { setTranslation } from '../translate.ts';

const speak = (language: string): void => setTranslation({ language, catalogue: {} });
afterEach(() => speak('en'));

const DAY = Date.UTC(1999, 0, 1, 12);
const LONG: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'UTC' };
const NAMES = ['Ann', 'Ben', 'Cem'];

const all = () => [
  formatNumber(1234.5),
  formatPrice(9.99),
  formatDate(DAY, LONG),
  formatList(NAMES),
  formatName('de', 'language'),
  formatName('FR', 'region'),
];

describe('formats', () => {
  test.each([
    ['en', ['1,234.5', '$9.99', 'January 1, 1999', 'Ann, Ben, and Cem', 'German', 'France']],
    ['de', ['1.234,5', '9,99\u00a0$', '1. Januar 1999', 'Ann, Ben und Cem', 'Deutsch', 'Frankreich']],
  ])('are those of the language %s', (language, words) => {
    speak(language);
    expect(all()).toEqual(words);
    expect(isEnglish()).toBe(language === 'en');
  });

  test('have one kind of digits in Arabic', () => {
    speak('ar');
    expect(all().join(' ')).not.toMatch(/[\u0660-\u0669]/u);
    expect(formatDate(DAY, LONG)).toContain('1999');
  });

  test.each([
    ['USD', '\u20689.99\u00a0US$\u2069'],
    ['EUR', '\u20689.99\u00a0€\u2069'],
    ['EGP', '\u20689.99\u00a0ج.م.\u2069'],
  ])('keep a price in %s together where words run from right to left (LANG-10)', (currency, price) => {
    speak('ar');
    expect(formatPrice(9.99, currency)).toBe(price);
  });

  test('of the pseudo-language are the English ones', () => {
    speak('en-XA');
    expect(formatDate(DAY, LONG)).toBe('January 1, 1999');
    expect(isEnglish()).toBe(true);
  });

  test('leave a name alone that is none', () => {
    expect(formatName('not a tag', 'language')).toBe('not a tag');
  });
});

describe('in the language of the page (LANG-7)', () => {
  test.each([
    ['en', 1, '1.0x'],
    ['en', 2.5, '2.5x'],
    ['en-XA', 2.5, '2.5x'],
    ['de', 2.5, '2,5x'],
    ['fr', 1, '1,0x'],
    ['ar', 2.5, '2.5x'],
  ])('a speed, %s %d', (language, speed, words) => {
    speak(language);
    expect(formatSpeed(speed)).toBe(words);
  });

  test.each([
    ['en', [], ''],
    ['en', ['Ann', 'Ben', 'Cem'], 'Ann, Ben, Cem'],
    ['de', ['Ann'], 'Ann'],
    ['de', ['Ann', 'Ben', 'Cem'], 'Ann, Ben und Cem'],
    ['es', ['Ann', 'Isa'], 'Ann e Isa'],
  ])('names, %s %j', (language, names, words) => {
    speak(language);
    expect(formatNames(names)).toBe(words);
  });
});

test('a week begins as the language counts it (LANG-10)', () => {
  const days = ['en', 'de', 'ar', 'pt'].map((language) => {
    speak(language);
    return firstDayOfWeek();
  });
  expect(days).toEqual([1, 1, 6, 7]);
});
