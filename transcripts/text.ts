import { decodeHTMLStrict } from 'entities';

/** A longer paragraph of a text without times is divided between its sentences. */
const LONGEST_PARAGRAPH = 800;
/** The segmenter takes quadratic time for a long text, so that it gets pieces of this length. */
const PIECE = 4000;

/** The elements that cues of people have. Any other word between `<` and `>` is text: `Vec<String>`, `I <3 this` (TEXT-44). */
const ELEMENT =
  'a|abbr|b|bdi|bdo|big|blockquote|body|br|c|center|cite|code|dd|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|lang|li|mark|ol|p|q|rp|rt|ruby|s|small|span|strike|strong|sub|sup|table|tbody|td|tr|tt|u|ul|v';
/** An element with classes or attributes, a time inside a cue (`<00:01.000>`), or a command of SubStation (`{\an8}`). */
const MARKS = new RegExp(
  [
    String.raw`<\/?(?<name>${ELEMENT})(?:\.[^<>\s]*)?(?:\s+[a-z:-]+\s*=[^<>]*)?\s*\/?>`,
    String.raw`<lang\s[\w-]*>`,
    String.raw`<\d{1,6}(?::\d{1,6}){1,2}(?:[.:,]\d{0,9})?>`,
    String.raw`\{\\[^{}]*\}`,
  ].join('|'),
  'giu',
);
/** Words before and after such an element are two words. */
const BLOCK = /^(?:blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|table|tbody|td|tr|ul)$/iu;
/** Control characters, and those that turn the direction of the text around them. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\ufeff\u202a-\u202e\u2066-\u2069]+/gu;

/** Scripts without spaces between words. */
export const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** A line of text without control characters. */
export const lineOf = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim();

/** The text of a cue without its markup (TEXT-44). */
export const withoutMarks = (text: string): string =>
  lineOf(
    decodeHTMLStrict(
      text.replaceAll(MARKS, (_: string, name: string | undefined) => (BLOCK.test(name ?? '') ? ' ' : '')),
    ),
  );

/** The paragraphs of a text. A long one is several. */
export function paragraphsOf(text: string): readonly string[] {
  const paragraphs = /\n[^\S\n]*\n/u.test(text) ? text.split(/\n(?:[^\S\n]*\n)+/u) : text.split('\n');
  return paragraphs.flatMap(divided).filter((paragraph) => paragraph !== '');
}

function divided(paragraph: string): readonly string[] {
  if (paragraph.length <= LONGEST_PARAGRAPH) return [lineOf(paragraph)];
  const parts: string[] = [];
  let open = '';
  for (const sentence of sentencesIn(paragraph)) {
    if (open !== '' && open.length + sentence.length > LONGEST_PARAGRAPH) {
      parts.push(lineOf(open));
      open = '';
    }
    open += sentence;
  }
  return [...parts, lineOf(open)];
}

/** The sentences of a text. One that is longer than a paragraph is several. */
function* sentencesIn(text: string): Generator<string, void, undefined> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (let at = 0; at < text.length;) {
    const piece = text.slice(at, at + PIECE);
    const sentences = [...segmenter.segment(piece)].map(({ segment }) => segment);
    // The last one may go on after the piece.
    const whole = at + piece.length < text.length ? sentences.slice(0, -1) : sentences;
    for (const sentence of whole.length === 0 ? [wordsAtStart(piece, PIECE)] : whole) {
      at += sentence.length;
      for (let rest = sentence; rest !== '';) {
        const part = wordsAtStart(rest, LONGEST_PARAGRAPH);
        yield part;
        rest = rest.slice(part.length);
      }
    }
  }
}

/** The start of a text, at most so many characters. It ends after a space if there is one. */
function wordsAtStart(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most - 1);
  if (space > 0) return text.slice(0, space + 1);
  const isInCharacter = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isInCharacter ? most - 1 : most);
}

/** The lines of a text. They are found one after the other, because a text may have millions. */
export function* linesOf(text: string): Generator<string, void, undefined> {
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf('\n', at);
    yield text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length + 1 : end + 1;
  }
}

/**
 * Reads a time such as `1:02:03.500`, `02:03,5`, `2:03` or `75.2`, in seconds; also a negative one. Null for any other text.
 */
export function secondsOf(text: string): number | null {
  const [, minus = '', hours = '0', minutes = '0', seconds] =
    /^\s*(-?)(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,9}(?:[.,]\d{0,9})?)\s*$/u.exec(text) ?? [];
  if (seconds === undefined) return null;
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
  return minus === '' ? value : -value;
}

/** Seconds as the time of a cue, such as `01:02:03.500`. */
export function clockOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  const fraction = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${fraction}`;
}
