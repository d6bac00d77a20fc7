import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { entriesOf, type Entry } from 'audio-streaming-translations/build/catalogues';
import { localeOf } from 'audio-streaming-translations/languages';

/*
 * Journeys ask for controls and texts by their English words. In another language they ask for what the catalogue says for
 * these words, so that one journey runs in each language.
 */

/** A text of the catalogue, in English and in the other language. */
type Pair = { readonly english: Parsed; readonly translated: Parsed; readonly isPlain: boolean };

type Parsed = readonly MessageFormatElement[];

/** Stands for any words. */
const ANY = '\uE000';

/** The signs that set values apart from words in the other direction, also a value in a value. */
const ISOLATES = String.raw`[\u2068\u2069]*`;

/** Playwright compares every kind of space as an ordinary space. */
const escaped = (words: string): string =>
  words
    .replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
    .replaceAll(/[\u00A0\u202F]/gu, String.raw`\s`)
    .replaceAll(ANY, '.*');

/** Gives the source of an expression for a value, and the plural form that it needs; null if it may be any. */
type Gap = { readonly source: (name: string) => string; readonly form: (name: string) => string | null };

/** The source of an expression for a text. */
const sourceOf = (text: Parsed, gap: Gap, counted = ''): string =>
  text
    .map((part) => {
      if (isLiteralElement(part)) return escaped(part.value);
      if (isPoundElement(part)) return gap.source(counted);
      // The name of a control has a space before words that are hidden on the screen.
      if (isTagElement(part)) return String.raw`\s*${sourceOf(part.children, gap, counted)}\s*`;
      if (!isPluralElement(part) && !isSelectElement(part)) return gap.source(part.value);
      const only = isPluralElement(part) ? part.options[gap.form(part.value) ?? ''] : undefined;
      const forms = (only === undefined ? Object.values(part.options) : [only]).map(({ value }) =>
        sourceOf(value, gap, isPluralElement(part) ? part.value : counted),
      );
      return `(?:${forms.join('|')})`;
    })
    .join('');

const ANYTHING: Gap = { source: () => escaped(ANY), form: () => null };

/** The text as it may be seen, in each form of its plurals and choices, with `ANY` for each value. */
const samplesOf = (text: Parsed): readonly string[] =>
  text.reduce<readonly string[]>(
    (begun, part) => {
      const next = isLiteralElement(part)
        ? [part.value]
        : isTagElement(part)
          ? samplesOf(part.children)
          : isPluralElement(part) || isSelectElement(part)
            ? Object.values(part.options).flatMap(({ value }) => samplesOf(value))
            : [ANY];
      return begun.flatMap((start) => next.map((end) => start + end));
    },
    [''],
  );

/** What one language says for English words. */
export class TranslatedWords {
  private readonly pairs: readonly Pair[];
  private readonly locale: string;
  private readonly plurals: Intl.PluralRules;
  private readonly known = new Map<string, string | RegExp>();

  constructor(
    language: string,
    entries: readonly Pick<Entry, 'text' | 'translated' | 'isDoubtful'>[] = entriesOf(language),
  ) {
    this.locale = localeOf(language);
    this.plurals = new Intl.PluralRules(this.locale);
    this.pairs = entries.flatMap(({ text, translated, isDoubtful }) =>
      translated === '' || isDoubtful
        ? []
        : [{ english: parse(text), translated: parse(translated), isPlain: !/[{<]/u.test(text) }],
    );
  }

  /**
   * The words as this language has them. What no text of the product says, for example the name of a title, stays as it is.
   *
   * @param isExact whether a string is a whole text; else it is a part of one, in letters of any case
   */
  of(words: string | RegExp, isExact: boolean): string | RegExp {
    const key = `${String(words)} ${typeof words} ${isExact}`;
    const found = this.known.get(key) ?? this.translate(words, isExact);
    this.known.set(key, found);
    return found;
  }

  private translate(words: string | RegExp, isExact: boolean): string | RegExp {
    const wanted =
      typeof words === 'string'
        ? new RegExp(isExact ? `^${escaped(words)}$` : escaped(words), isExact ? 'u' : 'iu')
        : words;
    const bare = withoutAnchors(wanted.source);
    // A string is most often a whole text, also where a journey is content with a part.
    const whole = new Set(
      typeof words === 'string' ? this.wholeTexts(new RegExp(`^${bare}$`, wanted.flags)) : [],
    );
    const found = whole.size > 0 ? whole : this.partsOfTexts(wanted);
    if (found.size === 0) return typeof words === 'string' ? this.withOwnDecimals(words) : words;
    // What is no whole text may also be words of a title, which no language changes.
    if (whole.size === 0) found.add(bare);
    const start = START.test(wanted.source) ? `^${ISOLATES}` : '';
    const end = END.test(wanted.source) ? `${ISOLATES}$` : '';
    return new RegExp(`${start}(?:${[...found].join('|')})${end}`, wanted.flags);
  }

  /** A speed, as `1.5x`, has the decimal sign of the language. */
  private withOwnDecimals(words: string): string {
    return words.replace(/^\d\.\d(?=x$)/u, (speed) =>
      Number(speed).toLocaleString(this.locale, { minimumFractionDigits: 1 }),
    );
  }

  /** Expressions for the texts without values that match. */
  private wholeTexts(wanted: RegExp): readonly string[] {
    return this.pairs.flatMap(({ english, translated, isPlain }) =>
      isPlain && samplesOf(english).some((sample) => wanted.test(sample))
        ? [sourceOf(translated, ANYTHING)]
        : [],
    );
  }

  /** Expressions for the texts of which something matches, and for those that give the words with their values. */
  private partsOfTexts(wanted: RegExp): Set<string> {
    const words = plainWords(wanted);
    // A value at the end of an open expression may go on. Another language may have it elsewhere.
    const readings = END.test(wanted.source) ? [words] : [words, `${words}${ANY}`];
    return new Set(
      this.pairs.flatMap(({ english, translated }) => {
        if (samplesOf(english).some((sample) => wanted.test(sample))) return [sourceOf(translated, ANYTHING)];
        return readings.flatMap((reading) => {
          const values = valuesIn(english, reading);
          return values === null || !this.saysSomething(english, values)
            ? []
            : [sourceOf(translated, this.gapsOf(values))];
        });
      }),
    );
  }

  /** A text of gaps alone, as `{outcome}: {title}`, counts only with a value that is a text of the catalogue. */
  private saysSomething(text: Parsed, values: ReadonlyMap<string, string>): boolean {
    const own = samplesOf(text).join('').replaceAll(ANY, '');
    return (
      /\p{Letter}/u.test(own) ||
      [...values.values()].some(
        (value) => !value.includes(ANY) && this.wholeTexts(new RegExp(`^${escaped(value)}$`, 'u')).length > 0,
      )
    );
  }

  /** A value that is a number is written as in this language. One that is a text of the catalogue is translated. */
  private gapsOf(values: ReadonlyMap<string, string>): Gap {
    const digits = (name: string): string => (values.get(name) ?? '').replaceAll(/,(?=\d{3})/gu, '');
    const isNumber = (name: string): boolean => /^\d+$/u.test(digits(name));
    return {
      source: (name) => {
        const value = values.get(name) ?? ANY;
        const own = isNumber(name) ? Number(digits(name)).toLocaleString(this.locale) : value;
        const words = value.includes(ANY) ? own : this.of(own, true);
        // The name of a title may be a text of the catalogue, too.
        const translated = `|${typeof words === 'string' ? escaped(words) : withoutAnchors(words.source)}`;
        return `${ISOLATES}(?:${escaped(own)}${translated})${ISOLATES}`;
      },
      form: (name) => (isNumber(name) ? this.plurals.select(Number(digits(name))) : null),
    };
  }
}

const START = /^\^(?:\[\\u2068\\u2069\]\*)?/u;
const END = /(?:\[\\u2068\\u2069\]\*)?(?<!\\)\$$/u;

const withoutAnchors = (source: string): string => source.replace(START, '').replace(END, '');

/** The words of an expression without its signs; repeated signs stand for any words. */
const plainWords = (wanted: RegExp): string =>
  withoutAnchors(wanted.source)
    .replaceAll(/(?:(?<!\\)\.|\\d|\\S)[*+]?/gu, ANY)
    .replaceAll(/\\(.)/gu, '$1');

/** The values of a text in these words, by name; null if the words are not this text. */
function valuesIn(text: Parsed, words: string): ReadonlyMap<string, string> | null {
  const names: string[] = [];
  const source = sourceOf(text, {
    source: (name) => {
      names.push(name);
      return '(.*?)';
    },
    form: () => null,
  });
  const found = new RegExp(`^${source}$`, 'u').exec(words);
  if (found === null) return null;
  const values = names.map((name, at) => [name, found[at + 1]] as const);
  return new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
