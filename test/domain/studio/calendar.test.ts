import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { calendarEvents } from '../../../src/domain/studio/calendar.ts';
import type { TitleRow } from '../../../src/domain/studio/title.ts';
import { ALWAYS, instant } from '../../../src/domain/time.ts';
import { anInstant, aWindow } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

const ROW: TitleRow = {
  id: contentId('1'),
  kind: 'file',
  type: 1,
  title: 'The Beach',
  authors: [],
  imageUrl: null,
  runTime: null,
  addedAt: null,
  state: 'published',
  isEdited: false,
  validity: ALWAYS,
  listenFreeWindow: ALWAYS,
  discount: { price: 0, window: ALWAYS },
};

const aRow = (): fc.Arbitrary<TitleRow> =>
  fc.tuple(aWindow(), aWindow(), aWindow()).map(([validity, listenFreeWindow, window]) => ({
    ...ROW,
    validity,
    listenFreeWindow,
    discount: { price: 5, window },
  }));

law(
  'all events lie in the range, in their order (STU-16)',
  [fc.array(aRow()), anInstant(), anInstant()],
  (rows, from, till) => {
    const times = calendarEvents(rows, from, till).map(({ at }) => at);
    expect(times.every((at) => from <= at && at < till)).toBe(true);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  },
);

law(
  'two ranges that meet have together the events of both (STU-16)',
  [fc.array(aRow()), anInstant(), anInstant(), anInstant()],
  (rows, ...times) => {
    const [from, middle, till] = times.toSorted((one, other) => one - other) as [
      (typeof times)[0],
      (typeof times)[1],
      (typeof times)[2],
    ];
    const parts = [...calendarEvents(rows, from, middle), ...calendarEvents(rows, middle, till)];
    expect(parts).toEqual(calendarEvents(rows, from, till));
  },
);

test('each bound of each window is an event', () => {
  const row: TitleRow = {
    ...ROW,
    validity: { from: instant(1), till: instant(6) },
    listenFreeWindow: { from: instant(2), till: instant(3) },
    discount: { price: 5, window: { from: instant(4), till: instant(5) } },
  };
  expect(calendarEvents([row], instant(0), instant(10)).map(({ kind }) => kind)).toEqual([
    'available',
    'free',
    'not-free',
    'discounted',
    'not-discounted',
    'unavailable',
  ]);
});
