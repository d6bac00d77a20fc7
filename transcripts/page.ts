import { Parser } from 'htmlparser2';
import { MOST_CUES, type RawCue } from './cue.ts';
import { lineOf, paragraphsOf, secondsOf } from './text.ts';

const HIDDEN = /^(?:script|style|template|noscript|iframe|object|svg|head|nav)$/u;
/** The parser takes quadratic time for elements that are not closed. Pages of people are not nested so deeply. */
export const DEEPEST = 500;
const INLINE = /^(?:a|abbr|b|bdi|bdo|code|em|font|i|mark|q|s|small|span|strong|sub|sup|time|u)$/u;
/** A speaker has a name and not a sentence. */
const LONGEST_NAME = 200;
/** Characters that are said in a second. */
const PACE = 15;

interface Paragraph {
  readonly text: string;
  readonly speaker: string;
  /** Of the last time before it, counted from 1. 0 before the first one. */
  readonly part: number;
}

/**
 * Reads the visible text of a page, a paragraph for each block. `cite` names the speaker of what follows, and `time` at the
 * start of a block its time.
 *
 * @returns `isCut` if the elements are nested so deeply that the rest was not read
 */
export function readPage(html: string): {
  readonly cues: readonly RawCue[];
  readonly isTimed: boolean;
  readonly isSignIn: boolean;
  readonly isCut: boolean;
} {
  const paragraphs: Paragraph[] = [];
  const times: number[] = [];
  let isSignIn = false;
  let hidden = 0;
  let depth = 0;
  let speaker = '';
  let open = '';
  /** Where the time starts in the open block. */
  let timeAt: number | null = null;
  const finish = (): void => {
    for (const text of paragraphsOf(open.replaceAll('\n', ' '))) {
      if (paragraphs.length < MOST_CUES) paragraphs.push({ text, speaker, part: times.length });
    }
    open = '';
    timeAt = null;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST) parser.pause();
        if (HIDDEN.test(name)) hidden += 1;
        else if (name === 'time') timeAt = open.length;
        else if (name === 'input' && attributes['type']?.toLowerCase() === 'password') isSignIn = true;
        else if (!INLINE.test(name)) finish();
      },
      ontext(text) {
        if (hidden === 0) open += text;
      },
      onclosetag(name) {
        depth -= 1;
        if (HIDDEN.test(name)) hidden -= 1;
        else if (name === 'cite') {
          speaker = lineOf(open.slice(0, LONGEST_NAME)).replace(/:$/u, '');
          open = '';
        } else if (name === 'time' && timeAt !== null) {
          const time = secondsOf(open.slice(timeAt).replaceAll(/[[\]()]/gu, ''));
          // A time among words is a part of them.
          if (time !== null && open.slice(0, timeAt).trim() === '') {
            open = '';
            times.push(time);
          }
          timeAt = null;
        } else if (!INLINE.test(name)) finish();
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  finish();
  // One time alone is rather a date or a length.
  const isTimed = times.length > 1 || (times.length === 1 && paragraphs.length === 1);
  const cues = isTimed ? timedBy(times, paragraphs) : paragraphs.map((paragraph) => cueOf(paragraph, null));
  return { cues, isTimed, isSignIn, isCut: depth > DEEPEST };
}

const cueOf = ({ text, speaker }: Paragraph, start: number | null): RawCue => ({
  start,
  end: null,
  text,
  ...(speaker !== '' && { speaker }),
});

/** Gives paragraphs their times. Those of one time share the seconds until the next time by their length. */
function timedBy(times: readonly number[], paragraphs: readonly Paragraph[]): readonly RawCue[] {
  const lengths = new Map<number, number>();
  for (const { part, text } of paragraphs) lengths.set(part, (lengths.get(part) ?? 0) + text.length);
  let part = -1;
  let done = 0;
  return paragraphs.map((paragraph) => {
    if (paragraph.part !== part) done = 0;
    ({ part } = paragraph);
    const from = part === 0 ? 0 : (times[part - 1] ?? 0);
    const length = lengths.get(part) ?? 1;
    const seconds = Math.max(0, Math.min((times[part] ?? Infinity) - from, length / PACE));
    const start = from + (seconds * done) / length;
    done += paragraph.text.length;
    return cueOf(paragraph, Math.round(start * 1000) / 1000);
  });
}
