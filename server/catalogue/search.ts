import { type RawBuilder, sql } from 'kysely';
import { type ItemQuery, items } from './item-queries.ts';
import type { CatalogueDatabase } from './tables.ts';

/**
 * Letters that people also type in other ways, the plain spelling first. A title is found by each spelling, and a term finds
 * each of them (CAT-112).
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  å: ['a', 'aa'],
  ø: ['o', 'oe'],
  đ: ['d', 'dj'],
  ß: ['ss'],
  æ: ['ae'],
  œ: ['oe'],
  ł: ['l'],
  ð: ['d'],
  þ: ['th'],
  ı: ['i'],
  ς: ['σ'],
  // Arabic is also typed with simpler letters, and with those of Persian and Urdu.
  ة: ['ه'],
  ۃ: ['ه'],
  ہ: ['ه'],
  ھ: ['ه'],
  ى: ['ي'],
  ی: ['ي'],
  ک: ['ك'],
  ٱ: ['ا'],
};
const SPECIAL = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'u');
/** A word with many such letters is not found by every mixture of spellings. */
const MOST_SPELLINGS = 8;

/** The Arabic article is written as a part of its word. Shorter words are words of their own. */
const ARTICLE = /^ال(?=\p{L}{3})/u;

/** What "&" stands for, in the languages of most titles. */
const AMPERSAND = ['and', 'und', 'et', 'y', 'e'];

const APOSTROPHES = /['’‘ʼʻ`´′]/gu;
/** The digits of Arabic, of Persian and Urdu. The last four bits are the value. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/gu;
const HYPHENS = /[\u2010\u2011]/gu;
// In scripts without spaces, each character counts as a word.
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** Scripts without spaces whose words have several letters. They are found by each part of so many letters (CAT-112). */
const RUN_LETTERS = '[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const RUNS = new RegExp(`${RUN_LETTERS}+`, 'gu');
const RUN = new RegExp(`^${RUN_LETTERS}`, 'u');
const GRAM = 3;

// A mark belongs to the letter before it.
const SEPARATORS = /[^\p{L}\p{N}\p{M}'.&-]+/u;
const JOINERS = /['.&-]+/u;
/** Ordering the marks of one letter takes quadratic time. No letter of people has so many. */
const MARKS = /(\p{M}{8})\p{M}+/gu;
const INITIAL = /^\p{L}\p{M}*$/u;
const LONGEST_WORD = 64;

const separated = (text: string): string =>
  normal(text).replaceAll(UNSPACED, ' $1 ').replaceAll(RUNS, ' $& ');

/** The parts of a text without spaces that start at each letter. The last ones are shorter. */
function gramsOf(run: string): readonly string[] {
  const letters = [...run.normalize('NFKD').replaceAll(/\p{M}/gu, '')];
  return [...new Set(letters.map((_, at) => letters.slice(at, at + GRAM).join('')))];
}

/** The parts of a word: one, or several with hyphens, dots, apostrophes or "&" between them ("Spider-Man", "J. R. R."). */
export type Compound = readonly string[];

/** The words of a text, in their order. Initials that follow each other are one word. */
export function compoundsOf(text: string): readonly Compound[] {
  const found: string[][] = [];
  let initials: string[] | null = null;
  for (const word of separated(text).split(SEPARATORS)) {
    const parts = word.split(JOINERS).filter((part) => plain(part) !== '');
    if (parts.length === 0) continue;
    const areSome = areInitials(parts);
    if (initials !== null && areSome) for (const part of parts) initials.push(part);
    else {
      found.push(parts);
      initials = areSome ? parts : null;
    }
  }
  return found;
}

/** The word without what joins its parts. */
export const joined = (compound: Compound): string => compound.join('');

/** All spellings of a word, the plain one first: without case and accents. */
export function spellingsOf(word: string): readonly string[] {
  let spellings = [''];
  for (const letter of SPECIAL.test(word) ? word : [word]) {
    const ways = SPELLINGS[letter] ?? [letter];
    const few = spellings.length * ways.length > MOST_SPELLINGS ? ways.slice(0, 1) : ways;
    spellings = few.flatMap((way) => spellings.map((start) => start + way));
  }
  const found = spellings.map(plain);
  const bare = found.map((spelling) => spelling.replace(ARTICLE, ''));
  return [...new Set([...found, ...bare])].filter((spelling) => spelling !== '');
}

/** The words of a text for the index of the search, in all their spellings, and the parts of words (CAT-112). */
export function wordsOf(text: string): readonly string[] {
  const parts = new Set(compoundsOf(text).flatMap((compound) => [joined(compound), ...compound]));
  const words = [...parts].flatMap((word) =>
    RUN.test(word) ? [...spellingsOf(word), ...gramsOf(word)] : spellingsOf(word),
  );
  return [...new Set(text.includes('&') ? [...words, ...AMPERSAND] : words)];
}

/** The words of a name, by which a category is named in a search. An apostrophe does not separate words. */
export const wordsOfTerm = (term: string): readonly string[] => [
  ...new Set(plainWords(term.slice(0, 5 * LONGEST_TERM))),
];

/** A text by which titles and names are sorted: its words, in their order. */
export const sortText = (text: string): string => plainWords(text).join(' ');

function plainWords(text: string): readonly string[] {
  return normal(text)
    .replaceAll("'", '')
    .replaceAll(UNSPACED, ' $1 ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => spellingsOf(word).slice(0, 1));
}

const areInitials = (parts: Compound): boolean =>
  parts.every((part) => INITIAL.test(part) && part.search(UNSPACED) === -1);

/** Lower case, with one character for a letter and its mark, and without characters that nobody sees. */
const normal = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    // It only makes an Arabic word longer.
    .replaceAll('\u0640', '')
    .replaceAll(MARKS, '$1')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(HYPHENS, '-');

const plain = (word: string): string =>
  [
    ...word
      .slice(0, 8 * LONGEST_WORD)
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase(),
  ]
    .slice(0, LONGEST_WORD)
    .join('');

/** The longest search term, in characters. The rest of a longer term is not used. */
export const LONGEST_TERM = 200;
/** Listeners type few words. More words would only cost time. */
const MOST_WORDS = 12;
/** Of one word without spaces. */
const MOST_GRAMS = 40;
/** In a longer term, words are not joined with the next one. */
const MOST_JOINED = 4;
// A typed word contains no slash, so it cannot equal a word with such a prefix.
const IN_TITLE = 'title/';
const IN_CATEGORY = 'category/';
/** The languages of items have marks with this start. */
export const IN_LANGUAGE = 'language/';

export interface Searchable {
  readonly title: string;
  /** Other texts with words for the search: authors, categories, topics, description, chapters. */
  readonly texts: readonly string[];
  readonly categoryIds: readonly string[];
}

/**
 * The words of an item for the index, in the text form of a `tsvector`. They are split here and not by the database, so
 * that language, locale and extensions of the server make no difference. Titles and categories are marked by words and
 * not by weights, because the planner knows how common each word is.
 */
export function searchVector(item: Searchable): string {
  const title = wordsOf(item.title);
  const words = new Set([
    ...title,
    ...title.map((word) => IN_TITLE + word),
    ...item.texts.flatMap((text) => wordsOf(text)),
    ...item.categoryIds.map((id) => IN_CATEGORY + id),
  ]);
  return [...words].map((word) => lexeme(word)).join(' ');
}

/**
 * The mark of a language among the words of an item, in the text form of a `tsvector` and of a `tsquery`: the language and
 * its script, without the region (LANG-19).
 *
 * @returns null without a tag that can be read
 */
export function languageMark(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    const { language, script = '' } = new Intl.Locale(tag).maximize();
    return language === 'und' ? null : lexeme(`${IN_LANGUAGE}${language}-${script}`);
  } catch {
    return null;
  }
}

export interface SearchQuery {
  /** Finds the items, in the text form of a `tsquery`. */
  readonly matching: string;
  /** Finds the items that have every word in the title. */
  readonly inTitle: string;
  /** Finds the items of the category; null for all categories. */
  readonly inCategory: string | null;
}

/**
 * Makes a query for items that contain every word, in any order and any spelling. The last word may be incomplete, because
 * the listener may still be typing. A word with parts is also found as one word ("Spider-Man": spiderman), and so are two
 * words of a short term.
 *
 * @param categoryId limits the search to a category
 * @returns null for a term without letters and digits, which finds nothing
 */
export function searchQuery(term: string, categoryId: string | null): SearchQuery | null {
  const words = wordsOfSearch(term);
  if (words.length === 0) return null;
  const pairs = words.length > MOST_JOINED ? [] : words.slice(1).map((_, at) => joinedAt(words, at));
  const all = (mark: string): string => {
    const ways = anyOf(
      [words, ...pairs].map((each) =>
        allOf(each.map((word, at) => wordQuery(word, mark, at === each.length - 1))),
      ),
    );
    return categoryId === null ? ways : allOf([ways, lexeme(IN_CATEGORY + categoryId)]);
  };
  const inCategory = categoryId === null ? null : lexeme(IN_CATEGORY + categoryId);
  return { matching: all(''), inTitle: all(IN_TITLE), inCategory };
}

/** The letters of a script between two code points, as words have them: without case and accents. */
function lettersOf(script: string, from: number, to: number): readonly [RegExp, readonly string[]] {
  const isOfScript = new RegExp(`^\\p{Script=${script}}+$`, 'u');
  const signs = Array.from({ length: to - from + 1 }, (_, at) => plain(String.fromCodePoint(from + at)));
  const letters = signs.filter(
    (sign) => [...sign].length === 1 && /\p{L}/u.test(sign) && isOfScript.test(sign),
  );
  return [isOfScript, [...new Set(letters)]];
}

const ALPHABETS = [
  lettersOf('Latin', 0x61, 0x7a),
  lettersOf('Cyrillic', 0x4_30, 0x4_5f),
  lettersOf('Greek', 0x3_b1, 0x3_c9),
  lettersOf('Armenian', 0x5_61, 0x5_86),
  lettersOf('Hebrew', 0x5_d0, 0x5_ea),
  lettersOf('Arabic', 0x6_21, 0x6_cc),
  lettersOf('Devanagari', 0x9_04, 0x9_39),
  lettersOf('Bengali', 0x9_85, 0x9_b9),
  lettersOf('Gurmukhi', 0xa_05, 0xa_39),
  lettersOf('Gujarati', 0xa_85, 0xa_b9),
  lettersOf('Tamil', 0xb_85, 0xb_b9),
  lettersOf('Telugu', 0xc_05, 0xc_39),
  lettersOf('Kannada', 0xc_85, 0xc_b9),
  lettersOf('Malayalam', 0xd_05, 0xd_39),
  lettersOf('Georgian', 0x10_d0, 0x10_f0),
  // The parts of a syllable.
  lettersOf('Hangul', 0x11_00, 0x11_c2),
];
/** A shorter word with another letter is another word. A longer one would have too many forms. */
const TOLERANT_LENGTHS = { from: 4, to: 14 };
/** Of all words of a term together. A term with more of them is long enough to be found by fewer words. */
const MOST_FORMS = 12_000;

/** The words of a term, as far as they are used. */
const wordsOfSearch = (term: string): readonly Compound[] =>
  compoundsOf(term.slice(0, LONGEST_TERM)).slice(0, MOST_WORDS);

/** For each word, the words that differ from it by one letter, as far as there is room for them (CAT-321). */
function formsOfWords(words: readonly Compound[]): readonly (readonly string[])[] {
  let count = 0;
  return words.map((word) => {
    const forms = formsOf(spellingsOf(joined(word))[0] ?? '');
    count += forms.length;
    return count > MOST_FORMS ? [] : forms;
  });
}

/**
 * The words that may be meant where one letter of a term is wrong, and that a title has (CAT-321). Each is looked up by
 * itself, so the cost depends on the term and not on the catalogue.
 */
export async function findSimilarWords(db: CatalogueDatabase, term: string): Promise<ReadonlySet<string>> {
  const forms = formsOfWords(wordsOfSearch(term)).flat();
  if (forms.length === 0) return new Set();
  // `offset 0` keeps PostgreSQL from reading all words of a small catalogue instead.
  const { rows } = await sql<{ word: string }>`
    select found.word from unnest(cast(${[...new Set(forms)]} as text[])) as form,
      lateral (select word from search_words where word = form offset 0) as found`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/**
 * Makes a query for items that contain every word, one of them with one wrong, missing, additional or swapped letter
 * (CAT-321). The database need not have an extension for this.
 *
 * @param isThere whether a title has a word, so that the query asks for no others
 * @returns null for a term that is found only as it is
 */
export function tolerantQuery(
  term: string,
  categoryId: string | null,
  isThere: (word: string) => boolean = () => true,
): SearchQuery | null {
  const words = wordsOfSearch(term);
  const isLast = (at: number): boolean => at === words.length - 1;
  const forms = formsOfWords(words).map((each) => each.filter((form) => isThere(form)));
  const all = (mark: string): string => {
    const typed = words.map((word, at) => wordQuery(word, mark, isLast(at)));
    const ways = words.flatMap((word, at) => {
      const near = (forms[at] ?? []).map((form) => lexeme(mark + form));
      const wrong = [...near, ...wrongRun(word, mark)];
      return wrong.length === 0 ? [] : [allOf(typed.with(at, anyOf(wrong)))];
    });
    const unspaced = wrongSigns(words, typed);
    const found = [...ways, ...unspaced];
    if (found.length === 0) return '';
    return categoryId === null ? anyOf(found) : allOf([anyOf(found), lexeme(IN_CATEGORY + categoryId)]);
  };
  const inCategory = categoryId === null ? null : lexeme(IN_CATEGORY + categoryId);
  const matching = all('');
  return matching === '' ? null : { matching, inTitle: all(IN_TITLE), inCategory };
}

/** A run of a script without spaces, without the parts that have one of its letters: that letter is wrong. */
function wrongRun([run = '', ...more]: Compound, mark: string): readonly string[] {
  if (more.length > 0 || !RUN.test(run)) return [];
  const letters = [...run.normalize('NFKD').replaceAll(/\p{M}/gu, '')].slice(0, MOST_GRAMS);
  const parts = letters.slice(0, 1 - GRAM).map((_, at) => letters.slice(at, at + GRAM).join(''));
  if (letters.length < 2 * GRAM) return [];
  return letters.map((_, wrong) =>
    allOf(parts.filter((_part, at) => wrong < at || wrong >= at + GRAM).map((part) => lexeme(mark + part))),
  );
}

/** Chinese and Japanese signs are words. Of four or more, one may be wrong. */
function wrongSigns(words: readonly Compound[], typed: readonly string[]): readonly string[] {
  const signs = words.flatMap((word, at) =>
    new RegExp(`^${UNSPACED.source}$`, 'u').test(joined(word)) ? [at] : [],
  );
  return signs.length < TOLERANT_LENGTHS.from ? [] : signs.map((at) => allOf(typed.toSpliced(at, 1)));
}

/** The words that differ from a word by one letter, or by two that are swapped. */
function formsOf(word: string): readonly string[] {
  const letters = [...word];
  const { from, to } = TOLERANT_LENGTHS;
  const [, alphabet] = ALPHABETS.find(([script]) => script.test(word)) ?? [];
  if (alphabet === undefined || letters.length < from || letters.length > to) return [];
  const forms = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at).join('');
    const rest = letters.slice(at + 1).join('');
    for (const letter of alphabet) {
      forms.add(before + letter + after);
      if (at < letters.length) forms.add(before + letter + rest);
    }
    if (at < letters.length) forms.add(before + rest);
    const [one, other] = letters.slice(at, at + 2);
    if (one !== undefined && other !== undefined)
      forms.add(before + other + one + letters.slice(at + 2).join(''));
  }
  forms.delete(word);
  return [...forms];
}

/** A word in all its spellings, as its parts or as one word. */
function wordQuery(word: Compound, mark: string, isLast: boolean): string {
  const [first = ''] = word;
  if (word.length === 1 && RUN.test(first)) {
    const grams = gramsOf(first);
    const whole = grams.filter((gram) => [...gram].length === GRAM).slice(0, MOST_GRAMS);
    // A part of fewer letters may stand anywhere, too.
    return whole.length === 0
      ? `${lexeme(mark + (grams[0] ?? ''))}:*`
      : allOf(whole.map((gram) => lexeme(mark + gram)));
  }
  const spelled = (part: string, isOpen: boolean): string =>
    anyOf(spellingsOf(part).map((spelling) => lexeme(mark + spelling) + (isOpen ? ':*' : '')));
  const parts = allOf(word.map((part, at) => spelled(part, isLast && at === word.length - 1)));
  return word.length === 1 ? parts : anyOf([parts, spelled(joined(word), isLast)]);
}

/** The words with one of them and the next one as one word. */
const joinedAt = (words: readonly Compound[], at: number): readonly Compound[] =>
  words.toSpliced(at, 2, [joined(words.slice(at, at + 2).flat())]);

const allOf = (terms: readonly string[]): string => terms.join(' & ');

const anyOf = (terms: readonly string[]): string =>
  terms.length === 1 ? terms.join('') : `(${terms.join(' | ')})`;

function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * The items that a search finds, as lists that follow each other: first those with all words in the title, then the others.
 * In both, the items in the language come first (LANG-19), each by popularity. The tracks of collections are left out, because
 * the items that they refer to are found. Each list has one plain order. So the database reads a frequent word from the index by
 * popularity, and a rare word from the index of words.
 *
 * @param language what `languageMark` made
 * @param more ids of items that are found by other texts, as an array of the statement; they come last
 */
export function foundLists(
  db: CatalogueDatabase,
  { inTitle, matching }: SearchQuery,
  language: string | null,
  more: RawBuilder<readonly string[]> | null = null,
): readonly ItemQuery[] {
  const list = () => found(db, matching).orderBy('popularity', 'desc').orderBy('items.id');
  const byWords = [
    list().where(sql<boolean>`words @@ cast(${inTitle} as tsquery)`),
    list().where(
      sql<boolean>`words @@ cast(${matching} as tsquery) and not words @@ cast(${inTitle} as tsquery)`,
    ),
  ];
  return [
    ...(language === null
      ? byWords
      : byWords.flatMap((each) => [
          each.where(sql<boolean>`words @@ cast(${language} as tsquery)`),
          each.where(sql<boolean>`not words @@ cast(${language} as tsquery)`),
        ])),
    ...(more === null ? [] : [list().where(sql<boolean>`items.id = any(${more})`)]),
  ];
}

/** Every item that a search finds, as one list, which can be sorted. `more` is as for `foundLists`. */
export const allFound = (
  db: CatalogueDatabase,
  { matching }: SearchQuery,
  more: RawBuilder<readonly string[]> | null,
): ItemQuery =>
  found(db, matching)
    .where(
      more === null
        ? sql<boolean>`words @@ cast(${matching} as tsquery)`
        : sql<boolean>`(words @@ cast(${matching} as tsquery) or items.id = any(${more}))`,
    )
    .orderBy('popularity', 'desc')
    .orderBy('items.id');

/** An edition is found only by what its title lacks. */
const found = (db: CatalogueDatabase, matching: string): ItemQuery =>
  items(db).where(sql<boolean>`content_type <> 6 and (edition_of is null or coalesce((
    select not title.words @@ cast(${matching} as tsquery) from items title where title.id = items.edition_of), true))`);
