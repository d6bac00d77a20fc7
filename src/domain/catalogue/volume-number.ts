import { message, type Message } from '../message.ts';
import type { SeriesReference } from './content.ts';

/** The number of a volume in its series: "2" is from 2 to 2, "1-3" from 1 to 3, and "2a" follows "2". */
export type VolumeNumber = { readonly from: number; readonly to: number; readonly letter: string };

// not translated: English words that are read
const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
// not translated: English words that are read
const TENS = '. . twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
// not translated: English words that are read
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

const DIGIT = /\p{Nd}/u;
const isDigit = (codePoint: number): boolean => DIGIT.test(String.fromCodePoint(codePoint));

/** The ten digits of a script follow each other, so the value is the distance to the first of them. */
const digitValue = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(codePoint - value - 1)) value += 1;
  return String(value);
};

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

// "Ⅲ" becomes "iii", and a wide digit the usual one.
const normalised = (text: string): string =>
  text
    .replaceAll(
      /(\d?)([½¼¾])/gu,
      (_, whole: string, part: string) => `${whole || '0'}${FRACTIONS[part] ?? ''}`,
    )
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, digitValue)
    .replace(/^[.,](?=\d)/u, '0.');

const NUMBER = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;
const IN_DIGITS = new RegExp(
  String.raw`(?<minus>^\s*[-−])?(?<from>${NUMBER})\s*(?:(?:-|–|—|~|&|\+|to|and)\s*(?<to>${NUMBER})|(?<letter>\p{L})(?!\p{L}))?`,
  'u',
);

const ROMAN = /^(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/u;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

const romanValue = (word: string): number => {
  const values = [...word].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
};

const HAN = '〇一二三四五六七八九';

const hanValue = (word: string): number | null => {
  const groups =
    /^第?(?:(?<tens>[一二三四五六七八九]?)(?<ten>十))?(?<unit>[〇一二三四五六七八九]?)\P{Nd}?$/u.exec(
      word,
    )?.groups;
  const { tens = '', ten, unit = '' } = groups ?? {};
  if (groups === undefined || (ten === undefined && unit === '')) return null;
  const whole = ten === undefined ? 0 : tens === '' ? 10 : HAN.indexOf(tens) * 10;
  return whole + (unit === '' ? 0 : HAN.indexOf(unit));
};

const wordValue = (word: string): number | null => {
  const unit = UNITS.includes(word) ? UNITS.indexOf(word) : ORDINALS.indexOf(word);
  if (unit !== -1) return unit;
  if (TENS.indexOf(word) > 1) return TENS.indexOf(word) * 10;
  return ROMAN.test(word) ? romanValue(word) : hanValue(word);
};

const inWords = (text: string): number | null => {
  const words = text.match(/\p{L}+/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const value = wordValue(word);
    if (value === null) continue;
    const unit = UNITS.indexOf(words[at + 1] ?? '');
    return TENS.indexOf(word) > 1 && unit > 0 && unit < 10 ? value + unit : value;
  }
  return null;
};

const valueOf = (digits: string | undefined): number => Number((digits ?? '').replace(',', '.'));

/** Reads the number of a volume, as people write it. Null if the text holds none (CAT-230). */
export const readVolumeNumber = (text: string | null): VolumeNumber | null => {
  if (text === null) return null;
  const plain = normalised(text);
  const digits = IN_DIGITS.exec(plain)?.groups;
  if (digits === undefined) {
    const value = inWords(plain);
    return value === null ? null : { from: value, to: value, letter: '' };
  }
  const from = valueOf(digits['from']) * (digits['minus'] === undefined ? 1 : -1);
  const to = digits['to'] === undefined ? from : valueOf(digits['to']);
  return { from, to: Math.max(from, to), letter: digits['letter'] ?? '' };
};

/** Sorts volumes by number. One without a number is last; "1" is before "1-3", and that before "1a" (CAT-230). */
export const compareVolumes = (one: VolumeNumber | null, other: VolumeNumber | null): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return (
    one.from - other.from ||
    Number(one.letter > other.letter) - Number(one.letter < other.letter) ||
    one.to - other.to
  );
};

const isRange = ({ from, to }: VolumeNumber): boolean => to > from;

/** The number of a volume as it is shown: "2", "0.5", "1–3", "2a". Text without a number is shown as it is. */
export const formatVolume = (sequence: string | null): string | null => {
  const number = readVolumeNumber(sequence);
  if (number === null) return sequence;
  return isRange(number) ? `${number.from}–${number.to}` : `${number.from}${number.letter}`;
};

/** "Book 2", "Books 1–3"; text without a number is shown as it is. */
export const volumeLabel = (sequence: string | null): Message | null => {
  const volume = readVolumeNumber(sequence);
  if (volume === null) return sequence;
  const number = formatVolume(sequence) ?? '';
  return isRange(volume) ? message('Books {number}', { number }) : message('Book {number}', { number });
};

/** "Book 2 of Tides", "Books 1–3 of Tides"; without a number only the name, and other text behind it. */
export const volumeWords = ({ name, sequence }: SeriesReference): Message => {
  if (sequence === null) return name;
  const volume = readVolumeNumber(sequence);
  if (volume === null) return message('{name}, {number}', { name, number: sequence });
  const number = formatVolume(sequence) ?? '';
  return isRange(volume)
    ? message('Books {number} of {name}', { number, name })
    : message('Book {number} of {name}', { number, name });
};
