/** System fonts alone: a cover shown as an image can load no other. */
export const SERIF =
  "Charter, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Liberation Serif', serif";
export const SANS =
  "'Avenir Next', 'Segoe UI', 'Helvetica Neue', Helvetica, Roboto, 'Liberation Sans', Arial, sans-serif";

export interface TextBox {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
  /** Line height as a multiple of the font size. */
  readonly leading: number;
  /** How much wider than a regular face the text runs, such as 1.08 for a bold one. */
  readonly stretch: number;
}

export interface SetText {
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * Breaks a text into lines at the largest size at which it fits its box. At the smallest size whatever is left over
 * ends in an ellipsis, so that nothing ever leaves the box.
 */
export function setText(text: string, box: TextBox): SetText {
  const clean = text.replaceAll(/\s+/g, ' ').trim();
  for (let size = box.largest; size >= box.smallest; size -= 2) {
    const room = box.width / (size * box.stretch);
    // Words are broken only at the smallest size; a larger one that would break them is too large.
    const lines = wrap(clean, room, size === box.smallest);
    if (lines !== null && lines.length * size * box.leading <= box.height) {
      return { lines: balance(clean, lines, room), size };
    }
  }
  const room = box.width / (box.smallest * box.stretch);
  const count = Math.max(1, Math.floor(box.height / (box.smallest * box.leading)));
  const lines = (wrap(clean, room, true) ?? []).slice(0, count);
  const last = lines.pop() ?? '';
  return { lines: [...lines, shorten(`${last}…`, room)], size: box.smallest };
}

/** Cuts a line to the room it has, in ems, with an ellipsis in place of what is lost. */
export function shorten(line: string, room: number): string {
  if (widthOf(line) <= room) return line;
  const letters = graphemes(line.replace(/…$/, ''));
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/**
 * The width of a text in ems. It errs on the wide side: whatever system font is found, the text is no wider.
 */
export function widthOf(text: string): number {
  return graphemes(text).reduce((sum, letter) => sum + advance(letter), 0);
}

function wrap(text: string, room: number, mayBreakWords: boolean): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => (mayBreakWords ? pieces(each, room) : [each]))) {
    if (widthOf(word) > room) return null;
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= room) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** The same number of lines, as even as they come: no word is left alone where it could have had company. */
function balance(text: string, lines: string[], room: number): string[] {
  let best = lines;
  for (let narrower = room * 0.97; narrower > room * 0.4; narrower *= 0.97) {
    const tried = wrap(text, narrower, false);
    if (tried?.length !== lines.length) break;
    best = tried;
  }
  return best;
}

function pieces(word: string, room: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const letter of graphemes(word)) {
    if (part !== '' && widthOf(part + letter) > room) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function graphemes(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

function advance(letter: string): number {
  if (/^[ .,:;'’‘|!iıjlI]/.test(letter)) return 0.34;
  if (/^[ftr()[\]\-"“”]/.test(letter)) return 0.46;
  if (/^[mwMW—…@%&]/.test(letter)) return 1;
  if (/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u.test(letter)) {
    return /^\p{Lu}/u.test(letter) ? 0.78 : 0.6;
  }
  if (/^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)) return 0.62;
  return 1.05;
}
