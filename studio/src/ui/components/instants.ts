import { formatDate, isEnglish } from 'audio-streaming-translations/formats';
import { currentLanguage } from 'audio-streaming-translations/translate';
import { instant, type Instant } from '../../../../src/domain/time.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** An instant as the value of a `datetime-local` input, in the zone of this browser. */
export function toLocalValue(at: Instant | null): string {
  if (at === null) return '';
  const local = new Date(at);
  const year = String(local.getFullYear()).padStart(4, '0');
  const day = `${year}-${twoDigits(local.getMonth() + 1)}-${twoDigits(local.getDate())}`;
  return `${day}T${twoDigits(local.getHours())}:${twoDigits(local.getMinutes())}`;
}

/** The value of a `datetime-local` input as an instant; null if it is empty. */
export function fromLocalValue(value: string): Instant | null {
  const at = new Date(value).getTime();
  return value === '' || Number.isNaN(at) ? null : instant(at);
}

/** The name of the time zone of this browser, such as `Europe/Paris`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The formatters of English dates, made once for each kind. */
const british = new Map<string, Intl.DateTimeFormat>();

/** A date in the language of the page. English ones have the day before the month. */
export function formatBritish(at: number | Date, options: Intl.DateTimeFormatOptions): string {
  if (!isEnglish()) return formatDate(at, options);
  const kind = JSON.stringify(options);
  const formatter = british.get(kind) ?? new Intl.DateTimeFormat('en-GB', options);
  british.set(kind, formatter);
  return formatter.format(at);
}

/** An instant in words: `3 May 2026, 12:00`. */
export const formatInstant = (at: Instant): string =>
  formatBritish(at, { dateStyle: 'medium', timeStyle: 'short' });

const languageOf = (locale: string): string => new Intl.Locale(locale).language;

/**
 * The hint of a field in which the browser writes a date: how the page's language writes it. Nothing if the browser writes
 * it in the same language (LANG-20).
 */
export function dateHint(words: string | null): { readonly hint?: string } {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return words === null || languageOf(locale) === languageOf(currentLanguage()) ? {} : { hint: words };
}

/**
 * Scrolls a field of a date when it gets the focus. The browser scrolls to a part of the field, which knows nothing of the header above
 * the page.
 */
export const showWhole = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
  currentTarget.scrollIntoView({ block: 'nearest' });
