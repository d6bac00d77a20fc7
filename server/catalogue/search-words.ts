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
};
const SPECIAL = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'u');
/** A word with many such letters is not found by every mixture of spellings. */
const MOST_SPELLINGS = 8;

/** What "&" stands for, in the languages of most titles. */
const AMPERSAND = ['and', 'und', 'et', 'y', 'e'];

const APOSTROPHES = /['’‘ʼʻ`´′]/gu;
const HYPHENS = /[\u2010\u2011]/gu;
// In scripts without spaces, each character counts as a word.
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
// A mark belongs to the letter before it.
const SEPARATORS = /[^\p{L}\p{N}\p{M}'.&-]+/u;
const JOINERS = /['.&-]+/u;
const INITIAL = /^\p{L}\p{M}*$/u;
const LONGEST_WORD = 64;

/** The parts of a word: one, or several with hyphens, dots, apostrophes or "&" between them ("Spider-Man", "J. R. R."). */
export type Compound = readonly string[];

/** The words of a text, in their order. Initials that follow each other are one word. */
export function compoundsOf(text: string): readonly Compound[] {
  const found: string[][] = [];
  for (const word of normal(text).replaceAll(UNSPACED, ' $1 ').split(SEPARATORS)) {
    const parts = word.split(JOINERS).filter((part) => plain(part) !== '');
    const before = found.at(-1);
    if (before !== undefined && areInitials(before) && areInitials(parts)) before.push(...parts);
    else if (parts.length > 0) found.push(parts);
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
  return [...new Set(spellings.map(plain))].filter((spelling) => spelling !== '');
}

/** The words of a text for the index of the search, in all their spellings, and the parts of words (CAT-112). */
export function wordsOf(text: string): readonly string[] {
  const parts = new Set(compoundsOf(text).flatMap((compound) => [joined(compound), ...compound]));
  const words = [...parts].flatMap((word) => spellingsOf(word));
  return [...new Set(text.includes('&') ? [...words, ...AMPERSAND] : words)];
}

/** The words of a name, by which a category is named in a search. An apostrophe does not separate words. */
export const wordsOfTerm = (term: string): readonly string[] => [...new Set(plainWords(term))];

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
  parts.length > 0 && parts.every((part) => INITIAL.test(part) && part.search(UNSPACED) === -1);

/** Lower case, with one character for a letter and its mark, and without characters that nobody sees. */
const normal = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(APOSTROPHES, "'")
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(HYPHENS, '-');

const plain = (word: string): string =>
  [...word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()].slice(0, LONGEST_WORD).join('');
