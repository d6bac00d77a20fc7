import { directionOf, ENGLISH, localeOf, PSEUDO, withOwnDirection } from './languages.ts';
import { currentLanguage } from './translate.ts';

/*
 * Numbers, dates and lists in the language of the page. A formatter is made at its first use, because the first one of a page
 * takes 100 ms on a slow machine. So the first page in English must not need one: `audio-streaming-components/day` writes its
 * days by hand.
 */

const made = new Map<string, unknown>();

/** A formatter of the page's language, made once. */
function formatter<Formatter>(
  kind: new (locale: string, options?: object) => Formatter,
  options: object = {},
): Formatter {
  const locale = localeOf(currentLanguage());
  const key = `${kind.name} ${locale} ${JSON.stringify(options)}`;
  const known = made.get(key);
  if (known instanceof kind) return known;
  const fresh = new kind(locale, options);
  made.set(key, fresh);
  return fresh;
}

/** True if the page is in English, or in the pseudo-language, which is marked English. */
export const isEnglish = (): boolean => [ENGLISH, PSEUDO].includes(currentLanguage());

/** The first day of a week: 1 for Monday to 7 for Sunday. Weeks in English begin on Monday, and where a browser does not know. */
export function firstDayOfWeek(): number {
  if (isEnglish()) return 1;
  const locale: object = new Intl.Locale(currentLanguage());
  const read: unknown = Reflect.get(locale, 'getWeekInfo');
  const week: unknown = typeof read === 'function' ? read.call(locale) : Reflect.get(locale, 'weekInfo');
  const day: unknown = typeof week === 'object' && week !== null ? Reflect.get(week, 'firstDay') : undefined;
  return typeof day === 'number' ? day : 1;
}

/** A number, as `1,234.5`. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  formatter(Intl.NumberFormat, options).format(value);

/** A price in a currency, as `$9.99`. */
export const formatPrice = (value: number, currency = 'USD'): string =>
  withOwnDirection(formatNumber(value, { style: 'currency', currency }), currentLanguage());

/** A date or a time of this device, as `options` say. English dates are those of the United States. */
export const formatDate = (at: number | Date, options: Intl.DateTimeFormatOptions): string =>
  formatter(Intl.DateTimeFormat, options).format(at);

/** Whether the page's language counts the hours of a day to twelve, twice. */
export const hasTwelveHours = (): boolean =>
  formatter(Intl.DateTimeFormat, { hour: 'numeric' }).resolvedOptions().hour12 === true;

/** Names in a sentence, as `Ann, Ben, and Cem`. */
export const formatList = (items: Iterable<string>, options: Intl.ListFormatOptions = {}): string =>
  formatter(Intl.ListFormat, options).format(items);

/** Names beside each other: in English as `Ann, Ben`, in other languages as their lists are. */
export const formatNames = (names: readonly string[]): string =>
  isEnglish() ? names.join(', ') : formatList(names.map(isolated));

/** A name in another direction than its sentence keeps its own. */
const isolated = (name: string): string =>
  directionOf(currentLanguage()) === 'rtl' ? `\u2068${name}\u2069` : name;

/** A speed of playing, as `1.5x`. */
export const formatSpeed = (speed: number): string => {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${isEnglish() ? speed.toFixed(1) : formatNumber(speed, digits)}x`;
};

/** What stands between the items of a list whose items are elements, as `, ` and `, and `. */
export const wordsBetween = (count: number, options: Intl.ListFormatOptions = {}): readonly string[] =>
  formatter(Intl.ListFormat, options)
    .formatToParts(Array.from({ length: count }, () => 'x'))
    .flatMap(({ type, value }) => (type === 'literal' ? [value] : []));

/** The name of a language or of a country, as `German`; the tag itself if it is none. */
export function formatName(tag: string, type: 'language' | 'region'): string {
  try {
    return new Intl.DisplayNames([localeOf(currentLanguage())], { type }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
