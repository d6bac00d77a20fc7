import * as fc from 'fast-check';
import { setTranslation } from 'audio-streaming-translations/translate';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDay, formatTime, isSameDay } from '../day.ts';
import { languageName } from '../language-name.ts';

const DAY = 86_400_000;

const anInstant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.getTime());
const anHourOrTenDays = fc.integer({ min: -10 * DAY, max: 10 * DAY });

/** The text of the platform's formatter for an instant. */
const said = (at: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', options).format(at);

const date = (at: number): string => said(at, { dateStyle: 'short' });

describe('the day of an instant', () => {
  it('equals that of another instant if the platform writes the same date', () => {
    fc.assert(
      fc.property(anInstant, anHourOrTenDays, (one, away) => {
        const other = one + away;
        expect(isSameDay(one, other)).toBe(date(one) === date(other));
      }),
    );
  });

  it('reads as the platform writes it: a weekday within six days, else a date, with the year if it differs', () => {
    fc.assert(
      fc.property(anInstant, anHourOrTenDays, (now, away) => {
        const at = now + away;
        const isSoon = [1, 2, 3, 4, 5, 6].some((days) => {
          const day = new Date(now);
          day.setHours(12);
          day.setDate(day.getDate() + days);
          return date(day.getTime()) === date(at);
        });
        const isThisYear = said(at, { year: 'numeric' }) === said(now, { year: 'numeric' });
        const expected = isSoon
          ? said(at, { weekday: 'long' })
          : said(at, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
        expect(formatDay(at, now)).toBe(expected);
      }),
    );
  });

  it('has a time as the platform writes it', () => {
    fc.assert(
      fc.property(anInstant, (at) => {
        expect(formatTime(at)).toBe(said(at, { hour: '2-digit', minute: '2-digit' }));
      }),
    );
  });
});

describe('in another language (LANG-10)', () => {
  afterEach(() => setTranslation({ language: 'en', catalogue: {} }));

  const NOW = new Date(2026, 4, 6, 10).getTime();
  const FRIDAY = new Date(2026, 4, 8, 9, 5).getTime();

  it.each([
    ['de', '8. Mai', '8. Mai 2024', '09:05', 'Finnisch'],
    ['es', '8 de mayo', '8 de mayo de 2024', '09:05', 'Finés'],
    ['fr', '8 mai', '8 mai 2024', '09:05', 'Finnois'],
    ['ar', '8 مايو', '8 مايو 2024', '9:05 ص', 'الفنلندية'],
  ])('%s writes a day with its date, a time and a language as people write them', (language, ...words) => {
    setTranslation({ language, catalogue: {} });
    const past = new Date(2024, 4, 8).getTime();
    expect([formatDay(FRIDAY, NOW), formatDay(past, NOW), formatTime(FRIDAY), languageName('fi')]).toEqual(
      words,
    );
  });

  it('leaves a tag that names no language as it is', () => {
    for (const language of ['en', 'fr']) {
      setTranslation({ language, catalogue: {} });
      expect(languageName('not a tag')).toBe('not a tag');
    }
  });
});
