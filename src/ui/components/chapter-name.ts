import { t } from 'audio-streaming-translations/translate';
import { nameOfChapter } from '../../domain/catalogue/chapter-name.ts';

/** The name of a chapter in the language of the page (CAT-56). A title is not translated. */
export function chapterName(title: string): string {
  const name = nameOfChapter(title);
  return typeof name === 'string' ? name : t(name);
}
