/** Letters that are also written as others. The catalogue has the same (`SPELLINGS` in the provider's `search.ts`). */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ۃ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ٱ: 'ا',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/**
 * A text without case, accents, width and signs that nobody sees, and with the plain spelling of letters, as the search of the
 * catalogue compares texts (TEXT-7, CAT-112). Each letter is folded by itself.
 */
export const folded = (text: string): string =>
  text
    .replaceAll('´', "'")
    .normalize('NFKD')
    // The long stroke only makes an Arabic word longer.
    .replaceAll(/[\p{M}\p{Cf}\u0640]/gu, '')
    .replaceAll(/[’‘ʼʻ`′]/gu, "'")
    .toLowerCase()
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    // The digits of Arabic, of Persian and Urdu. The last four bits are the value.
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('\u2010', '-')
    .replaceAll(/\s+/gu, ' ');
