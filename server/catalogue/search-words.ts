/** Letters that Unicode does not decompose, and how people type them on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const APOSTROPHES = /['’‘ʼʻ`´′]/gu;
// In scripts without spaces, each character counts as a word.
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const LONGEST_WORD = 64;

/**
 * The words of a text for the search: without case, accents and punctuation. A word with an apostrophe gives one word
 * without it, and its parts ("L'amour": lamour, l, amour).
 */
export function wordsOf(text: string): readonly string[] {
  const whole = split(text.replaceAll(APOSTROPHES, ''));
  const parts = split(text.replaceAll(APOSTROPHES, ' '));
  return [...new Set([...whole, ...parts])];
}

/** The words of a search term. An apostrophe does not separate words. */
export function wordsOfTerm(term: string): readonly string[] {
  return [...new Set(split(term.replaceAll(APOSTROPHES, '')))];
}

/** A text by which titles and names are sorted and searched: its words, in their order. */
export const sortText = (text: string): string => split(text.replaceAll(APOSTROPHES, '')).join(' ');

function split(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/gu, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(UNSPACED, ' $1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, LONGEST_WORD).join(''));
}
