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
