const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A space, in ems. */
export const SPACE = 0.34;

/** What a reader takes for single letters: accents and joined emoji stay whole. */
export function graphemes(text: string): string[] {
  // In plain ASCII every unit is a letter, and most titles are.
  if (/^[ -~]*$/.test(text)) return text.split('');
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/**
 * The width of a text in ems. It errs on the wide side: whatever system font is found, the text is no wider.
 */
export function widthOf(text: string): number {
  return graphemes(text).reduce((sum, letter) => sum + advance(letter), 0);
}

/** Cuts a line to the room it has, in ems, with an ellipsis in place of what is lost. */
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
