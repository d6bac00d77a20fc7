import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '../../src/domain/time.ts';
import { isSameDay } from '../../src/ui/tiles/day.ts';

describe('the day of an instant', () => {
  it('is the same where the time zone is named and where it is the listener’s own', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const anInstant = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => instant(date.getTime()));
    const anHourOrTwoDays = fc.integer({ min: -172_800_000, max: 172_800_000 });
    fc.assert(
      fc.property(anInstant, anHourOrTwoDays, (one, away) => {
        const other = instant(one + away);
        expect(isSameDay(one, other)).toBe(isSameDay(one, other, timeZone));
      }),
    );
  });
});
