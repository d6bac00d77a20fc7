import { catalogueOf, translatedLanguages } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH, matchLanguage, offeredLanguages, PSEUDO } from 'audio-streaming-translations/languages';
import type { Translation } from 'audio-streaming-translations/translate';

/** A language of the provider's own texts. */
interface ServerLanguage {
  readonly translation: Translation;
  /** True if each text is translated. */
  readonly isComplete: boolean;
}

const read = new Map<string, ServerLanguage>();

/** Reads the file of a language at its first use. Commands need none. */
function languageIn(language: string): ServerLanguage {
  const known = read.get(language);
  if (known !== undefined) return known;
  const { catalogue, missing } = catalogueOf(language, 'server');
  const fresh = { translation: { language, catalogue }, isComplete: missing === 0 };
  read.set(language, fresh);
  return fresh;
}

/** For logs, and for programs. */
export const IN_ENGLISH: Translation = { language: ENGLISH, catalogue: {} };

/**
 * The languages that the provider speaks (LANG-12).
 *
 * @param named what the configuration names; of any shape, because a host writes it
 */
export const offeredByServer = (named: unknown): readonly string[] =>
  offeredLanguages(
    named,
    Object.fromEntries(
      [...translatedLanguages(), PSEUDO].map((language) => [
        language,
        { isComplete: language !== PSEUDO && languageIn(language).isComplete },
      ]),
    ),
  );

/** The offered language that suits the first of some tags, else English. */
export const offeredFor = (tags: readonly (string | null)[], named: unknown): string =>
  matchLanguage([...tags.filter((tag) => tag !== null), ENGLISH], offeredByServer(named)) ?? ENGLISH;

/** @param language one of those that are offered */
export const translationOf = (language: string): Translation =>
  language === ENGLISH ? IN_ENGLISH : languageIn(language).translation;
