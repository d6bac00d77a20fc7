/** @returns null unless the address leads to the web */
export function webAddress(address: string | undefined, base: string): string | null {
  const text = address?.trim() ?? '';
  if (text === '' || !URL.canParse(text, base)) return null;
  const { protocol, href } = new URL(text, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

const UNITS =
  /^(?:PT)?(?:(\d{1,4})\s*h\p{L}*\.?)?\s*(?:(\d{1,5})\s*m\p{L}*\.?)?\s*(?:(\d{1,6})\s*s\p{L}*\.?)?$/iu;

const LONGEST_DURATION = 40;

/** Reads a duration in any of its usual forms, in whole seconds. */
export function readDuration(text: string): number | null {
  const whole = text
    .trim()
    .slice(0, LONGEST_DURATION)
    .replace(/[.,]\d+$/u, '');
  if (/^\d{1,7}(?::[0-5]?\d){0,2}$/u.test(whole)) {
    return whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  const [matched = '', hours = '0', minutes = '0', seconds = '0'] = UNITS.exec(whole) ?? [];
  return matched === '' ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Zones that feeds name, in minutes. */
const ZONES = new Map(
  Object.entries({
    '-1000': 'HST',
    '-0900': 'AKST HDT',
    '-0800': 'PST AKDT',
    '-0700': 'MST PDT',
    '-0600': 'CST MDT',
    '-0500': 'EST CDT',
    '-0400': 'EDT AST',
    '-0330': 'NST',
    '-0300': 'BRT ART ADT',
    '-0230': 'NDT',
    '+0000': 'WET GMT UTC UT Z',
    '+0100': 'BST CET MET MEZ WAT WEST',
    '+0200': 'CAT CEST EET MEST MESZ SAST',
    '+0300': 'EAT EEST MSK TRT IDT',
    '+0500': 'PKT',
    '+0530': 'IST',
    '+0545': 'NPT',
    '+0700': 'ICT WIB',
    '+0800': 'AWST HKT SGT WITA PHT MYT',
    '+0900': 'JST KST WIT',
    '+0930': 'ACST',
    '+1000': 'AEST',
    '+1030': 'ACDT',
    '+1100': 'AEDT',
    '+1200': 'NZST',
    '+1300': 'NZDT',
  }).flatMap(([offset, names]) =>
    names
      .split(' ')
      .map(
        (name) =>
          [name.toLowerCase(), minutesOf(offset.slice(0, 1), offset.slice(1, 3), offset.slice(3))] as const,
      ),
  ),
);

/** Names of zones that stand for standard time and summer time alike. The date decides which one. */
const TIME_ZONES: ReadonlyMap<string, string> = new Map([
  ['at', 'America/Halifax'],
  ['et', 'America/New_York'],
  ['ct', 'America/Chicago'],
  ['mt', 'America/Denver'],
  ['pt', 'America/Los_Angeles'],
  ['akt', 'America/Anchorage'],
]);

/** Languages whose names of months and days feeds use. Of languages that give one word to several months, the first counts. */
const LANGUAGES =
  'en de fr es it pt nl pl ru sv da nb nn fi cs sk uk hu ro bg hr sl sr sr-Latn bs mk el tr et lv lt is ca gl eu ga cy be sq id ms fil af sw he ar fa hi bn vi az kk ka hy'.split(
    ' ',
  );
/** A month of which feeds use a form that no list of names has. */
const OTHER_NAMES: ReadonlyMap<string, number> = new Map([['mrz', 3]]);
const LONGEST_DATE = 100;
const SHORTEST_PREFIX = 3;

const OFFSET = /(?:^|\s)(?:gmt|utc?)?\s?([+-])(\d{1,2}):?(\d\d)?(?=$|[\s([])/u;
const TIME = /(?<![\d:.])(\d{1,2})(?:\s?[:h]\s?(\d\d))(?::(\d\d))?(?:[.,]\d+)?\s?(?:([ap])\.?m\b\.?)?/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * Reads a date of RSS or Atom in any of its usual forms, and in many languages, in epoch milliseconds (CAT-135). A time
 * without a known zone is in UTC. A time that cannot be is left out.
 *
 * @param language of the feed. It decides what several languages call differently.
 * @returns null if there is no such day
 */
export function readDate(text: string | undefined, language = 'en'): number | null {
  const whole = plain((text ?? '').trim().slice(0, LONGEST_DATE));
  if (/^\d{9,10}$/u.test(whole)) return Number(whole) * 1000;
  if (/^\d{12,13}$/u.test(whole)) return Number(whole);
  const spread = whole
    .replace(/^(\d{4})(\d\d)(\d\d)(?=$|t)/u, '$1-$2-$3')
    .replace(/(\d)t(\d\d)(\d\d)/u, '$1 $2:$3:')
    .replace(/(\d)t(\d)/u, '$1 $2');
  const [time = '', ...clock] = TIME.exec(spread) ?? [];
  const start = time === '' ? spread.length : spread.indexOf(time);
  const before = spread.slice(0, start);
  const after = spread.slice(start + time.length);
  const [offset = '', sign = '', ...parts] = OFFSET.exec(after) ?? [];
  const rest = `${before} ${after.replace(offset, ' ')}`;
  const words = rest.match(WORD) ?? [];
  const day = dayIn(rest.match(/\d+/gu) ?? [], words, before.includes('/'), language);
  if (day === null) return null;
  const local = day + secondsOf(clock) * 1000;
  return (
    local - 60_000 * (offset === '' ? zoneAmong(after.match(WORD) ?? [], local) : minutesOf(sign, ...parts))
  );
}

/** The offset of the first zone that is named, in minutes; 0 if none is. */
function zoneAmong(names: readonly string[], local: number): number {
  for (const name of names) {
    const timeZone = TIME_ZONES.get(name);
    const minutes = timeZone === undefined ? ZONES.get(name) : offsetAt(timeZone, local);
    if (minutes !== undefined) return minutes;
  }
  return 0;
}

/** The offset of a time zone in minutes. @param local the time of its clocks, read as UTC */
function offsetAt(timeZone: string, local: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const at = (time: number): number => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '', ...parts] = /([+-])(\d\d):(\d\d)/u.exec(name) ?? [];
    return minutesOf(sign, ...parts);
  };
  // The offset at the true time, not at the time that its clocks show.
  return at(local - at(local) * 60_000);
}

/** Seconds since midnight; 0 if there is no such time. */
function secondsOf([hours = '0', minutes = '0', seconds = '0', half = '']: readonly (
  string | undefined
)[]): number {
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0);
  const isTime = hour <= 24 && Number(minutes) < 60;
  return isTime ? (hour * 60 + Number(minutes)) * 60 + Number(seconds) : 0;
}

/** Without case and accents. */
const plain = (text: string): string =>
  text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i');

/** The day of numbers and words, at its first moment in UTC. */
function dayIn(
  [first = '', second = '', third = '']: readonly string[],
  words: readonly string[],
  hasSlash: boolean,
  language: string,
): number | null {
  const isYearFirst = first.length === 4;
  const months = monthsAmong(words, language);
  if (months.length > 0) {
    const dated = months.map(({ month, language: own }) => ({
      own,
      day: dateOf(isYearFirst ? first : second, month, isYearFirst ? second : first),
    }));
    // Some languages give one word to different months. Then the name of the weekday decides.
    const fitting = dated.find(({ own, day }) => day !== null && hasWeekday(words, day, own));
    return (fitting ?? dated[0])?.day ?? null;
  }
  if (isYearFirst) return dateOf(first, Number(second), third);
  const isMonthFirst = Number(second) > 12 || (hasSlash && language.startsWith('en') && Number(first) <= 12);
  return isMonthFirst ? dateOf(third, Number(first), second) : dateOf(third, Number(second), first);
}

/** @returns null if there is no such day */
function dateOf(year: string, month: number, day: string): number | null {
  if (year === '' || day === '') return null;
  const short = Number(year);
  const full = year.length >= 4 ? short : short + (year.length === 3 || short >= 50 ? 1900 : 2000);
  const time = Date.UTC(full, month - 1, Number(day));
  const isReal = new Date(time).getUTCDate() === Number(day) && month >= 1 && month <= 12;
  return isReal ? time : null;
}

interface NamedMonth {
  readonly month: number;
  readonly language: string;
}

/** What the last word that names a month may mean. A weekday comes before it. */
function monthsAmong(words: readonly string[], language: string): readonly NamedMonth[] {
  const own = [language.slice(0, 2).toLowerCase(), 'en'].filter((each) => LANGUAGES.includes(each));
  for (const word of words.toReversed()) {
    if (ZONES.has(word)) continue;
    for (const some of [own, LANGUAGES]) {
      const found = some.flatMap((each) => {
        const month = monthNamed(word, each);
        return month === null ? [] : { month, language: each };
      });
      if (found.length > 0) return some === own ? found.slice(0, 1) : found;
    }
  }
  return [];
}

function monthNamed(word: string, language: string): number | null {
  const other = OTHER_NAMES.get(word);
  if (other !== undefined) return other;
  const names = namesOf(language);
  const exact = names.find(({ name }) => name === word);
  if (exact !== undefined) return exact.month;
  const starts = word.length < SHORTEST_PREFIX ? [] : names.filter(({ name }) => name.startsWith(word));
  const [first] = starts;
  return first !== undefined && starts.every(({ month }) => month === first.month) ? first.month : null;
}

interface MonthName {
  readonly name: string;
  readonly month: number;
}

const knownNames = new Map<string, readonly MonthName[]>();

/** The names of the months of a language, alone and in a date, long and short. */
function namesOf(language: string): readonly MonthName[] {
  const known = knownNames.get(language);
  if (known !== undefined) return known;
  const formats = (['long', 'short'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' } as const].map(
      (options) => new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...options, timeZone: 'UTC' }),
    ),
  );
  const names = Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    formats.flatMap((format) => {
      const part = format.formatToParts(Date.UTC(2024, index, 1)).find(({ type }) => type === 'month');
      return (plain(part?.value ?? '').match(WORD) ?? []).map((name) => ({ name, month: index + 1 }));
    }),
  );
  // A word that is in every name says nothing.
  const own = names.filter(
    ({ name }) => new Set(names.filter((each) => each.name === name).map((each) => each.month)).size === 1,
  );
  knownNames.set(language, own);
  return own;
}

function hasWeekday(words: readonly string[], day: number, language: string): boolean {
  const weekday = plain(new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(day));
  return words.some((word) => word.length > 1 && weekday.startsWith(word));
}

function minutesOf(sign: string, hours = '0', minutes = '0'): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
