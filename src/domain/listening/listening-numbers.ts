/** A calendar day in the listener's time zone, as `2026-05-03`. */
export type CalendarDay = string;

/** How long the listener heard on a day. */
export type DayOfListening = { readonly day: CalendarDay; readonly seconds: number };

/** Someone who was heard, with the seconds of all their titles. */
export type HeardPerson = { readonly id: string; readonly name: string; readonly seconds: number };

/** What the provider counted of a listener's listening, for the listener alone. */
export type ListeningNumbers = {
  /** The day in the listener's time zone on which the provider responded. */
  readonly today: CalendarDay;
  readonly days: readonly DayOfListening[];
  readonly finishedBooks: number;
  /** The most heard authors, the most heard first. */
  readonly authors: readonly HeardPerson[];
  /** The most heard narrators, in the same order. */
  readonly narrators: readonly HeardPerson[];
};

/** The spans by which listening is summed up. */
export const SPANS = ['day', 'month', 'year'] as const;
/** One of `SPANS`. */
export type ListeningSpan = (typeof SPANS)[number];

/** A day counts for a streak from this many seconds (PROG-83). */
export const LEAST_OF_A_DAY = 60;

const DAY_MS = 86_400_000;
const PREFIX: Readonly<Record<ListeningSpan, number>> = { day: 10, month: 7, year: 4 };

/** The number of a day since 1970. A day is a label, so a change of the clocks makes none longer (PROG-83). */
const numberOf = (day: CalendarDay): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** The seconds of each day, month or year with listening, the earliest first (PROG-82). */
export const totalsBy = (
  span: ListeningSpan,
  days: readonly DayOfListening[],
): readonly { readonly label: string; readonly seconds: number }[] => {
  const sums = new Map<string, number>();
  for (const { day, seconds } of days) {
    const label = day.slice(0, PREFIX[span]);
    sums.set(label, (sums.get(label) ?? 0) + seconds);
  }
  return [...sums]
    .map(([label, seconds]) => ({ label, seconds }))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
};

/**
 * The days in a row with at least a minute of listening: now, and at most (PROG-83). Today counts once something was heard;
 * until then the streak of yesterday goes on.
 */
export const streaks = (
  days: readonly DayOfListening[],
  today: CalendarDay,
): { readonly current: number; readonly longest: number } => {
  const heard = totalsBy('day', days)
    .filter(({ seconds }) => seconds >= LEAST_OF_A_DAY)
    .map(({ label }) => numberOf(label));
  let longest = 0;
  let length = 0;
  let before = Number.NaN;
  for (const day of heard) {
    length = day === before + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
    before = day;
  }
  return { current: numberOf(today) - before <= 1 ? length : 0, longest };
};
