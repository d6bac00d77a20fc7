import { isInstant, type Instant } from '../time.ts';
import type { TitleRow } from './title.ts';

/** What begins or ends for a title. */
export type CalendarEventKind =
  'available' | 'unavailable' | 'free' | 'not-free' | 'discounted' | 'not-discounted';

/** A start or an end of a window of a title. */
export type CalendarEvent = {
  readonly at: Instant;
  readonly kind: CalendarEventKind;
  readonly row: TitleRow;
};

/** The starts and ends of windows from `from` until before `till`, in their order (STU-16). */
export const calendarEvents = (
  rows: readonly TitleRow[],
  from: Instant,
  till: Instant,
): readonly CalendarEvent[] =>
  rows
    .flatMap((row) =>
      (
        [
          [row.validity.from, 'available'],
          [row.validity.till, 'unavailable'],
          [row.listenFreeWindow.from, 'free'],
          [row.listenFreeWindow.till, 'not-free'],
          [row.discount.window.from, 'discounted'],
          [row.discount.window.till, 'not-discounted'],
        ] as const
      ).flatMap(([at, kind]) => (isInstant(at) && from <= at && at < till ? [{ at, kind, row }] : [])),
    )
    .toSorted((one, other) => one.at - other.at || (one.row.title < other.row.title ? -1 : 1));
