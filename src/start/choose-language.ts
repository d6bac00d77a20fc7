import { ENGLISH, offeredLanguages } from 'audio-streaming-translations/languages';
import {
  fetchCatalogue,
  filesOfPage,
  languageOf,
  STORED_LANGUAGE,
} from 'audio-streaming-translations/language-files';
import { markDocument } from 'audio-streaming-translations/page';

/**
 * Chooses the language of the page, says it in the document, and requests its texts, so that they come with the code of the
 * application and not after it (LANG-1, LANG-2).
 *
 * @param configuration the parsed document, of any shape
 * @param stored reads the browser's storage
 * @param preferred what the browser prefers, the best first
 */
export function chooseLanguage(
  configuration: unknown,
  stored: (key: string) => string | null,
  preferred: readonly string[],
): void {
  const files = filesOfPage();
  const named: unknown =
    typeof configuration === 'object' && configuration !== null
      ? Reflect.get(configuration, 'languages')
      : undefined;
  const offered = offeredLanguages(named, files);
  const language = languageOf(offered, stored(STORED_LANGUAGE), preferred);
  markDocument(language);
  const file = language === ENGLISH ? undefined : files[language];
  const catalogue = file === undefined ? null : fetchCatalogue(file);
  // The application handles the failure when it takes the texts.
  catalogue?.catch(() => undefined);
  window.languageStart = { language, offered, catalogue };
}
