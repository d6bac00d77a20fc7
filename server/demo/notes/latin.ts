import type { Reference } from '../../catalogue/types.ts';

// The built-in fonts of PDF readers have Western European letters and these characters.
const PRINTABLE = /^[\u0020-\u007E\u00A1-\u00FFŒœŠšŽžŸƒ–—‘’‚“”„†‡•…‰‹›€™]*$/u;
// Letters whose plain form is not found by removing an accent.
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
};

/**
 * Writes a text with characters of the built-in fonts. Unknown accents and characters are removed. Of a title with a part
 * in another script, only the Latin part stays.
 */
export function latinText(text: string): string {
  const plain = withoutUnknownAccents(text);
  if (PRINTABLE.test(plain)) return plain;
  const readable = plain.split(': ').filter((part) => PRINTABLE.test(part));
  if (readable.length > 0) return readable.join(': ');
  return Array.from(plain)
    .filter((letter) => PRINTABLE.test(letter))
    .join('')
    .trim();
}

/** A name in these characters. A name in another script is taken from its id. */
export function latinName({ id, name }: Reference): string {
  const plain = withoutUnknownAccents(name);
  if (PRINTABLE.test(plain)) return plain;
  return id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
}

function withoutUnknownAccents(text: string): string {
  return Array.from(text.normalize('NFC'))
    .map((letter) => {
      if (PRINTABLE.test(letter)) return letter;
      return PLAIN_LETTERS[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    })
    .join('');
}
