import { formatText, type Fillings, type NumberRules } from './format-text.ts';
import { directionOf, ENGLISH, localeOf } from './languages.ts';
import type { Message, Values, Worded } from './message.ts';

/** The texts of a language, by `keyOf` of the English one. */
export type Catalogue = Readonly<Record<string, string>>;

/** A language and its texts. */
export type Translation = { readonly language: string; readonly catalogue: Catalogue };

/**
 * The key of a text: 53 bits, so that a file does not hold each English text a second time. The build fails if two texts have
 * the same key.
 */
export function keyOf(text: string, context = ''): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (const letter of `${context}\u0004${text}`) {
    const code = letter.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  return ((two >>> 11) * 2 ** 32 + (one >>> 0)).toString(36);
}

/** English needs no data of the browser: its first formatter takes 100 ms on a slow machine. */
const ENGLISH_NUMBERS: NumberRules = {
  write: (value) => (value < 1000 ? String(value) : value.toLocaleString(ENGLISH)),
  isolate: (value) => value,
  formOf: (value, type) =>
    type === 'ordinal' ? pluralRules(ENGLISH, type).select(value) : value === 1 ? 'one' : 'other',
};

const plurals = new Map<string, Intl.PluralRules>();

function pluralRules(locale: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules {
  const key = locale + type;
  const found = plurals.get(key) ?? new Intl.PluralRules(locale, { type });
  plurals.set(key, found);
  return found;
}

const numberRules = (language: string): NumberRules => {
  const locale = localeOf(language);
  return locale === ENGLISH
    ? ENGLISH_NUMBERS
    : {
        write: (value) => value.toLocaleString(locale),
        isolate: (value) => (directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value),
        formOf: (value, type) => pluralRules(locale, type).select(value),
      };
};

/** The words of the catalogue. Undefined: the text stays English. An empty text counts as none. */
function written({ language, catalogue }: Translation, text: string, context?: string): string | undefined {
  const words = language === ENGLISH ? '' : (catalogue[keyOf(text, context)] ?? '');
  return words.trim() === '' ? undefined : words;
}

/** Fills a text. What a translator broke, or what lacks a gap of the English text, stays English (LANG-18). */
function filled<Part>(
  translation: Translation,
  text: string,
  fillings: Fillings<Part>,
  context?: string,
): readonly (string | Part)[] {
  const english = formatText(text, fillings, ENGLISH_NUMBERS);
  const words = written(translation, text, context);
  if (words === undefined) return english.parts;
  const own = formatText(words, fillings, numberRules(translation.language));
  return own.isSound && [...english.gaps].every((gap) => own.gaps.has(gap)) ? own.parts : english.parts;
}

/** Translates for one reader, for example of a mail. */
export function translate(translation: Translation, said: Message, values?: Values): string {
  const { text, context, values: own = values } = typeof said === 'string' ? { text: said } : said;
  // What somebody else wrote, for example a title, may hold braces: it has no values.
  return own === undefined
    ? (written(translation, text, context) ?? text)
    : filled<Worded>(translation, text, own, context)
        .map((part) => (typeof part === 'string' ? part : translate(translation, part)))
        .join('');
}

/** The same for a sentence with elements in it. */
export const translateParts = <Part>(
  translation: Translation,
  text: string,
  fillings: Fillings<Part>,
): readonly (string | Part)[] => filled(translation, text, fillings);

let current: Translation = { language: ENGLISH, catalogue: {} };
const readers = new Set<() => void>();

/** The language of the page. */
export const currentLanguage = (): string => current.language;

/** The language of the page and its texts. */
export const currentTranslation = (): Translation => current;

/** Changes the language of the page. */
export function setTranslation(translation: Translation): void {
  current = translation;
  for (const reader of readers) reader();
}

/** Calls `reader` after each change of the language, until the returned function is called. */
export function onLanguageChange(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/**
 * The text in the language of the page. Write the English text in the call, in one piece.
 *
 * @param values what fills the gaps of the text, for example `{count}`
 */
export const t = (said: Message, values?: Values): string => translate(current, said, values);
