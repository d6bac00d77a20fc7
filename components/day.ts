import { formatDate, hasTwelveHours, isEnglish } from 'audio-streaming-translations/formats';

/*
 * Dates in the listener's time zone. English ones are written by hand. The browser's own formatters give the same text (a test
 * compares both), but creating the first formatter takes 100 ms on a slow machine, while the first page loads.
 */

const DAY = 86_400_000;
// not translated: other languages have the browser's own words
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
// not translated: the same
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The calendar day of an instant (milliseconds since 1970), as days since 1970. */
const dayNumber = (at: number): number => {
  const local = new Date(at);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / DAY;
};

/** Whether two instants fall on the same calendar day. */
export const isSameDay = (one: number, other: number): boolean => dayNumber(one) === dayNumber(other);

/** The time of day, as `18:00` or `09:05`. A language that counts to twelve writes it as `6:00`, with its half of the day. */
export const formatTime = (at: number): string => {
  if (!isEnglish())
    return formatDate(at, { hour: hasTwelveHours() ? 'numeric' : '2-digit', minute: '2-digit' });
  const local = new Date(at);
  return [local.getHours(), local.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
};

/**
 * A day as text: `Friday` for one of the next six days, else `3 May`, with the year if it is not this year. Other languages
 * always have the date, because the words before a weekday and before a date differ there.
 */
export const formatDay = (at: number, now: number): string => {
  const local = new Date(at);
  const isThisYear = local.getFullYear() === new Date(now).getFullYear();
  if (!isEnglish())
    return formatDate(at, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
  const daysAhead = dayNumber(at) - dayNumber(now);
  if (daysAhead > 0 && daysAhead < 7) return WEEKDAYS[local.getDay()] ?? '';
  const day = `${local.getDate()} ${MONTHS[local.getMonth()]}`;
  return isThisYear ? day : `${day} ${local.getFullYear()}`;
};
