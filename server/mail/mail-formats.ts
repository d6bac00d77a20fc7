import { ENGLISH, localeOf, withOwnDirection } from 'audio-streaming-translations/languages';

/** Dates and prices in one language. English dates are those of the United States. */
export class MailFormats {
  private readonly locale: string;

  constructor(language: string) {
    this.locale = language === ENGLISH ? 'en-US' : localeOf(language);
  }

  day(instant: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
  }

  moment(instant: number): string {
    return new Intl.DateTimeFormat(this.locale, {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'UTC',
    }).format(instant);
  }

  /** An amount in the smallest unit, in the words of its currency. A currency that is not known is shown as it is. */
  money(amount: number, currency: string): string {
    try {
      const format = new Intl.NumberFormat(this.locale, { style: 'currency', currency });
      const written = format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
      return withOwnDirection(written, this.locale);
    } catch {
      return `${amount} ${oneLine(currency)}`;
    }
  }
}

/** What somebody else wrote. It neither begins a line nor changes the direction of what follows. */
export const oneLine = (words: string): string => words.replace(/\p{C}+/gu, ' ').trim();
