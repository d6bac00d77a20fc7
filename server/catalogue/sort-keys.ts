import { sortText } from './search.ts';

/** Number words of several languages, without accents. The index of a line is the value of its words. */
const NUMBER_WORDS = [
  'zero null',
  'one first eins ein erster erste erstes un une premier premiere uno una primero primera primo prima',
  'two second zwei zweiter zweite zweites deux deuxieme dos segundo segunda due secondo seconda',
  'three third drei dritter dritte drittes trois troisieme tres tercero tercera tre terzo terza',
  'four fourth vier vierter vierte viertes quatre quatrieme cuatro cuarto cuarta quattro quarto quarta',
  'five fifth funf funfter funfte funftes cinq cinquieme cinco quinto quinta cinque',
  'six sixth sechs sechster sechste sechstes sixieme seis sexto sexta sei sesto sesta',
  'seven seventh sieben siebter siebte siebtes sept septieme siete septimo septima sette settimo settima',
  'eight eighth acht achter achte achtes huit huitieme ocho octavo octava otto ottavo ottava',
  'nine ninth neun neunter neunte neuntes neuf neuvieme nueve noveno novena nove nono nona',
  'ten tenth zehn zehnter zehnte zehntes dix dixieme diez decimo decima dieci',
  'eleven eleventh elf elfter onze once undici',
  'twelve twelfth zwolf zwolfter douze doce dodici',
  'thirteen thirteenth dreizehn treize trece tredici',
  'fourteen fourteenth vierzehn quatorze catorce quattordici',
  'fifteen fifteenth funfzehn quinze quince quindici',
  'sixteen sixteenth sechzehn seize dieciseis sedici',
  'seventeen seventeenth siebzehn diecisiete diciassette',
  'eighteen eighteenth achtzehn dieciocho diciotto',
  'nineteen nineteenth neunzehn diecinueve diciannove',
];
export const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD_VALUES: ReadonlyMap<string, number> = new Map([
  ...NUMBER_WORDS.flatMap((words, value) => words.split(' ').map((word) => [word, value] as const)),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
  ['twentieth', 20],
  ['zwanzig', 20],
]);
/** The number words, for a regular expression. */
export const NUMBER_WORD = [...WORD_VALUES.keys()]
  .toSorted((one, other) => other.length - one.length)
  .join('|');
const ROMAN = /^(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/u;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The value of a roman number, or of a number word. Null for another word. */
export function valueOfWord(word: string): number | null {
  const value = WORD_VALUES.get(word);
  if (value !== undefined) return value;
  if (!ROMAN.test(word)) return null;
  const digits = [...word].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}

/** The texts by which the database sorts, in the order of their bytes. */

/** Longer texts would not fit into an index. */
const LONGEST_KEY = 200;
/** Sorts after every other text. */
const LAST = '\uffff';

/** Numbers of one length, so that `Part 2` comes before `Part 10`. */
export const numbered = (text: string): string =>
  text.replaceAll(/\d{1,9}/gu, (digits) => digits.padStart(9, '0')).slice(0, LONGEST_KEY);

/** The start of a text with single spaces and commas. Long runs of them would take quadratic time. */
const lineOf = (text: string): string =>
  text
    .slice(0, 5 * LONGEST_KEY)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?:, ?|,){2,}/gu, ', ')
    .trim();

/** A name by which it is sorted in a list. Never empty. */
export const nameKey = (name: string): string => numbered(sortText(name)) || LAST;

/** The articles of languages, with the apostrophe that joins one to its word. */
const ARTICLES: Readonly<Record<string, string>> = {
  en: 'the|an?',
  de: 'der|die|das|ein|eine',
  fr: "les?|la|une?|l'",
  es: 'el|la|los|las|una?',
  it: "il|lo|la|i|gli|le|un[ao]?|l'|un'",
  pt: 'os?|as?|uma?',
  nl: 'de|het|een',
  sv: 'en|ett|det|den|de',
  da: 'en|et|det|den|de',
  nb: 'en|et|ei|det|den|de',
};
/** The articles of a title in an unknown language. "Die" and "I" also are words of other languages. */
const ANY = "the|an?|der|das|les?|la|el|los|las|il|gli|l'";

/** A title by which it is sorted: without the article at its start, if another word follows (CAT-195). */
export function titleKey(title: string, language?: string): string {
  const [primary = ''] = (language ?? '').toLowerCase().split('-');
  const articles = language === undefined ? ANY : ARTICLES[primary];
  const text = lineOf(title).replaceAll(/['’‘ʼ]/gu, "'");
  const rest =
    articles === undefined
      ? text
      : text.replace(new RegExp(`^(?:${articles})(?:(?<=')|\\s+)(?=.*[\\p{L}\\p{N}])`, 'iu'), '');
  return numbered(sortText(rest) || sortText(text)) || LAST;
}

const SUFFIX = /[\s,]+(?:jr|sr|ii|iii|iv|phd|md)\.?$/iu;

/** The name of an author by which titles are sorted: the surname first. Titles without an author come last (CAT-195). */
export function authorKey(authors: readonly string[], title: string): string {
  const [first] = authors;
  if (first === undefined) return LAST + title.slice(0, LONGEST_KEY - 1);
  const words = lineOf(first).replace(SUFFIX, '').split(' ');
  const surname = words.at(-1) ?? '';
  const given = words.slice(0, -1).join(' ');
  return numbered(`${sortText(`${surname} ${given}`)} ${title}`);
}

/** Other digits become those of ASCII. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

const HAN = '〇一二三四五六七八九';

/** The digits of a Chinese or Japanese number. */
export function numberOfHan(text: string): string {
  let total = 0;
  let unit = 0;
  for (const sign of text) {
    const scale = sign === '十' ? 10 : sign === '百' ? 100 : null;
    if (scale === null) unit = HAN.indexOf(sign);
    else {
      total += (unit || 1) * scale;
      unit = 0;
    }
  }
  return String(total + unit);
}

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };
const NUMBERS =
  /(?<first>\d*\.?\d+)\s?(?<letter>[a-z](?!\p{L}))?(?:\s*(?:[-–—/&+]|to|bis|and|und)\s*(?<last>\d*\.?\d+))?/u;
const LONGEST_SEQUENCE = 200;

/** A number of any length, as a text that sorts by its value. */
function numberKey(number: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  const digits = whole.replace(/^0+/u, '');
  return `${String(digits.length).padStart(3, '0')}${digits}.${fraction.replace(/0+$/u, '')}`;
}

/** The last character of the key of a single volume. No other key ends with it. */
export const SINGLE = ' ';

/**
 * The position of a volume in its series (CAT-191): by its first number, then by a letter, then a single number before a
 * range. Text without a number follows, and a volume without a position comes last. It reads "1,5", "Ⅲ", "Book Three", "2a"
 * and "1-3".
 */
export function sequenceKey(sequence: string | null | undefined): string {
  const given = (sequence ?? '').slice(0, LONGEST_SEQUENCE);
  const text = given
    .replaceAll(/[½¼¾]/gu, (sign) => FRACTIONS[sign] ?? sign)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/[〇一二三四五六七八九十百]+/gu, numberOfHan)
    .replaceAll(/(\d),(?=\d)/gu, '$1.');
  const { first, letter = '', last } = NUMBERS.exec(text)?.groups ?? {};
  if (first !== undefined)
    return `1${numberKey(first)} ${letter}${SINGLE}${last === undefined ? '' : numberKey(last)}`;
  const plain = sortText(text);
  const value = valueInWords(plain);
  if (value !== null) return `1${numberKey(String(value))} ${SINGLE}`;
  return plain === '' ? '3' : `2${plain}`;
}

/** The value of the first number word, such as "twenty one"; null if there is none. */
function valueInWords(text: string): number | null {
  const words = text.split(' ');
  for (const [at, word] of words.entries()) {
    const value = valueOfWord(word);
    if (value === null) continue;
    const unit = TENS.includes(word) ? (valueOfWord(words[at + 1] ?? '') ?? 0) : 0;
    return value + (unit < 10 ? unit : 0);
  }
  return null;
}
