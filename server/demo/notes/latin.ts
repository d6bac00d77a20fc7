import type { Reference } from '../../catalogue/types.ts';

// The fonts built into every PDF reader know Western European letters and these signs.
const PRINTABLE = /^[\u0020-\u007E\u00A1-\u00FFŒœŠšŽžŸƒ–—‘’‚“”„†‡•…‰‹›€™]*$/u;
// Letters whose bare form is not found by taking their accent away.
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
 * A text in letters that the built-in fonts have: unknown accents fall away. Of a title with a part in another script
 * the readable part stays; other unknown signs are left out.
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

/** A name in those letters; one in another script is spelled as its id spells it. */
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
