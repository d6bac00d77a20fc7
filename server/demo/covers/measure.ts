const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A space, in ems. */
export const SPACE = 0.34;

/** Splits a text into letters as readers see them, with their accents; joined emoji stay together. */
export function graphemes(text: string): string[] {
  // Most titles are plain ASCII, where every unit is a letter.
  if (/^[ -~]*$/.test(text)) return text.split('');
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/**
 * An upper bound of the width of a text in ems, for every system font.
 */
export function widthOf(text: string): number {
  return graphemes(text).reduce((sum, letter) => sum + advance(letter), 0);
}

/** Cuts a line to a width in ems. An ellipsis replaces the rest. */
export function shorten(line: string, room: number): string {
  if (widthOf(line) <= room) return line;
  const letters = graphemes(line.replace(/…$/, ''));
  let width = widthOf(`${letters.join('')}…`);
  while (letters.length > 1 && width > room) width -= advance(letters.pop() ?? '');
  return `${letters.join('').trimEnd()}…`;
}

function advance(letter: string): number {
  if (/^[ .,:;'’‘|!iıjlI]/.test(letter)) return SPACE;
  if (/^[ftr()[\]\-"“”]/.test(letter)) return 0.46;
  if (/^[mwMW—…@%&]/.test(letter)) return 1;
  if (/^[a-z\p{Ll}\p{N}]/u.test(letter)) return 0.6;
  if (/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter)) return 0.78;
  if (/^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)) return 0.62;
  return 1.05;
}
