import { decodeHTML } from 'entities';

/** Text of a cue is cut after so many characters. */
const LONGEST = 4000;
/** A longer paragraph of a text without times is divided between its sentences. */
const LONGEST_PARAGRAPH = 800;

/** A tag of a cue or a time inside it (`<i>`, `</c>`, `<00:01.000>`), or a command of SubStation (`{\an8}`). */
const MARKS = /<\/?[a-z\d][^<>]*>|\{\\[^{}]*\}/giu;
/** Control characters, and those that turn the direction of the text around them. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\ufeff\u202a-\u202e\u2066-\u2069]+/gu;

/** A line of text without control characters. */
export const lineOf = (text: string): string =>
  text.slice(0, LONGEST).toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim();

/** The text of a cue without its markup (TEXT-44). */
export const withoutMarks = (text: string): string =>
  lineOf(decodeHTML(text.slice(0, LONGEST).replaceAll(MARKS, '')));

/** The paragraphs of a text. A long one is several. */
export function paragraphsOf(text: string): readonly string[] {
  const paragraphs = /\n[^\S\n]*\n/u.test(text) ? text.split(/\n(?:[^\S\n]*\n)+/u) : text.split('\n');
  return paragraphs.flatMap(divided).filter((paragraph) => paragraph !== '');
}

function divided(paragraph: string): readonly string[] {
  if (paragraph.length <= LONGEST_PARAGRAPH) return [lineOf(paragraph)];
  const parts: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(paragraph)) {
    if (open !== '' && open.length + segment.length > LONGEST_PARAGRAPH) {
      parts.push(lineOf(open));
      open = '';
    }
    open += segment;
  }
  return [...parts, lineOf(open)];
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
