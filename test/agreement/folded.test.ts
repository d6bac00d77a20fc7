import { expect, test } from 'vitest';
import { sortText } from '../../server/catalogue/search.ts';
import { folded } from '../../src/domain/folded.ts';

const LETTERS = Array.from({ length: 0x2_00_00 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) => /[\p{L}\p{N}]/u.test(sign));

test('what is one letter for the search of the catalogue is one for the search in a transcript (TEXT-7, CAT-112)', () => {
  expect(LETTERS.length).toBeGreaterThan(70_000);
  // Only letters and digits are compared: the catalogue makes two numbers of a fraction, and two words at an apostrophe.
  const letters = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
  const different = LETTERS.filter((letter) => letters(sortText(letter)) !== letters(letter));
  expect(different).toEqual([]);
});

test.each([
  ['إلى المكتبة', 'الي المكتبه'],
  ['أَهْلًا وَسَهْلًا', 'اهلا وسهلا'],
  ['مرحبـــا', 'مرحبا'],
  ['ٱلكتاب ١٢', 'الكتاب 12'],
  ['کتاب علی ۱۲', 'كتاب علي 12'],
  ['ملا\u200cنصر', 'ملانصر'],
  ['Łódź, Æther, Bjørn', 'lodz, aether, bjorn'],
  ['ΟΔΟΣ', 'οδοσ'],
])('%s is searched for as %s, in the catalogue and in a transcript (TEXT-7, CAT-112)', (text, plain) => {
  expect(folded(text)).toBe(plain);
  expect(folded(plain)).toBe(plain);
  expect(sortText(text)).toBe(sortText(plain));
});
