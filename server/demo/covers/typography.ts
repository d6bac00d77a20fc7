import { graphemes, shorten, SPACE, widthOf } from './measure.ts';

/** Only system fonts, because an SVG in an image element cannot load others. */
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
  /** The width of the text as a multiple of the regular width, such as 1.08 for bold. */
  readonly stretch: number;
}

export interface SetText {
  readonly lines: readonly string[];
  readonly size: number;
}

interface Word {
  readonly text: string;
  /** The width of a line, in ems. */
  readonly width: number;
}

/**
 * Breaks a text into lines at the largest size that fits its box. At the smallest size, long words are broken and an
 * ellipsis replaces the rest, so that the text always fits.
 */
export function setText(text: string, box: TextBox): SetText {
  const words = text.trim().split(/\s+/).map(measured);
  const widest = Math.max(...words.map((word) => word.width));
  for (let size = box.largest; size >= box.smallest; size -= 2) {
    const room = box.width / (size * box.stretch);
    if (widest > room) continue;
    const { length } = wrap(words, room);
    if (length * size * box.leading <= box.height) return { lines: evenly(words, room, length), size };
  }
  const room = box.width / (box.smallest * box.stretch);
  const count = Math.max(1, Math.floor(box.height / (box.smallest * box.leading)));
  const lines = wrap(
    words.flatMap((word) => pieces(word, room)),
    room,
  );
  if (lines.length <= count) return { lines, size: box.smallest };
  const last = shorten(`${lines[count - 1] ?? ''}…`, room);
  return { lines: [...lines.slice(0, count - 1), last], size: box.smallest };
}

function measured(text: string): Word {
  return { text, width: widthOf(text) };
}

/** Fills lines of a width in ems. A wider word gets its own line. */
function wrap(words: readonly Word[], room: number): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  let width = 0;
  for (const word of words) {
    if (line.length > 0 && width + SPACE + word.width > room) {
      lines.push(line.join(' '));
      line = [];
      width = 0;
    }
    width += word.width + (line.length > 0 ? SPACE : 0);
    line.push(word.text);
  }
  return [...lines, line.join(' ')];
}

/** Makes the lines as even as possible, with the same number of lines. */
function evenly(words: readonly Word[], room: number, count: number): string[] {
  const widest = Math.max(...words.map((word) => word.width));
  let best = wrap(words, room);
  for (let narrower = room * 0.97; narrower >= Math.max(widest, room * 0.4); narrower *= 0.97) {
    const tried = wrap(words, narrower);
    if (tried.length !== count) break;
    best = tried;
  }
  return best;
}

function pieces(word: Word, room: number): Word[] {
  if (word.width <= room) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of graphemes(word.text)) {
    if (part !== '' && widthOf(part + letter) > room) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part].map(measured);
}
