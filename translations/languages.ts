/** The language in which the texts stand in the code. */
export const ENGLISH = 'en';

/** The language for tests: each text is longer and marked (LANG-5). */
export const PSEUDO = 'en-XA';

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr']);

export type Direction = 'ltr' | 'rtl';

/**
 * The directions of the languages that the product speaks. The first question to `Intl` about a script takes 15 ms, on a slow
 * machine 60 ms, and each page asks for its direction before its first frame.
 */
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  [ENGLISH]: 'ltr',
  [PSEUDO]: 'ltr',
  ar: 'rtl',
  de: 'ltr',
  es: 'ltr',
  fr: 'ltr',
};

/** The direction in which a language is written. An unreadable tag counts as left to right. */
export const directionOf = (language: string): Direction =>
  DIRECTIONS[language] ?? (RIGHT_TO_LEFT.has(maximized(language)?.script ?? '') ? 'rtl' : 'ltr');

/**
 * Finds the language that a person gets (LANG-1).
 *
 * @param wanted BCP 47 tags, the best one first
 * @param offered BCP 47 tags
 * @returns one of `offered`; null if none of them suits
 */
export function matchLanguage(wanted: readonly string[], offered: readonly string[]): string | null {
  for (const tag of wanted) {
    const found = bestFor(tag, offered);
    if (found !== undefined) return found;
  }
  return null;
}

/** The same tag; else the one that `tag` begins with; else one of the same language in the same script. */
function bestFor(tag: string, offered: readonly string[]): string | undefined {
  const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  for (let part = tag; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('-')))) {
    const found = offered.find((each) => isSame(each, part));
    if (found !== undefined) return found;
    // The shorter tag does not say the script, and could find a language in another script.
    if (/-[a-z]{4}$/iu.test(part)) break;
  }
  const others = offered.filter((each) => each !== PSEUDO && isSame(languageIn(each), languageIn(tag)));
  const script = others.length === 0 ? undefined : maximized(tag)?.script;
  return others.find((each) => script !== undefined && maximized(each)?.script === script);
}

/** The tag without script and region. */
const languageIn = (tag: string): string => tag.split('-', 1).join();

/** The tag with what is implied, for example the script; null if it is no tag. */
function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/**
 * The languages that a page offers: those that the configuration names; without it English and all that are complete
 * (LANG-4).
 *
 * @param named tags with commas, or a list of them; of any shape, because a host writes it
 */
export function offeredLanguages(
  named: unknown,
  files: Readonly<Record<string, { readonly isComplete: boolean }>>,
): readonly string[] {
  const names: readonly unknown[] =
    typeof named === 'string' ? named.split(',') : Array.isArray(named) ? named : [];
  const wanted = names.flatMap((each) =>
    typeof each === 'string' && each.trim() !== '' ? [each.trim()] : [],
  );
  const known = [ENGLISH, ...Object.keys(files)];
  if (wanted.length === 0)
    return known.filter((each) => each === ENGLISH || (each !== PSEUDO && files[each]?.isComplete === true));
  const offered = known.filter((each) => wanted.some((name) => name.toLowerCase() === each.toLowerCase()));
  return offered.length === 0 ? [ENGLISH] : offered;
}

/** The tag for `Intl`. Arabic numbers are written with the digits of codes, times and prices, so that a page has one kind. */
export const localeOf = (language: string): string =>
  language === 'ar' ? 'ar-u-nu-latn' : language === PSEUDO ? ENGLISH : language;

/**
 * A price as `Intl` wrote it, with its own direction. Its marks for text from right to left would move the `$` of `US$` to the
 * other side.
 */
export const withOwnDirection = (price: string, language: string): string =>
  directionOf(language) === 'rtl' ? `\u2068${price.replaceAll(/[\u200e\u200f]/gu, '')}\u2069` : price;
