import { t } from 'audio-streaming-translations/translate';

const WITHOUT_TITLE = /^Chapter (?<number>\d+)$/u;

/**
 * The title of a chapter as it is shown. A chapter without one is kept as `Chapter 3`, whatever the language is, because the
 * language may change (CAT-56).
 */
export function chapterName(title: string): string {
  const number = WITHOUT_TITLE.exec(title)?.groups?.['number'];
  return number === undefined ? title : t('Chapter {number}', { number: Number(number) });
}
