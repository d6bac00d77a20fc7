import { Parser } from 'htmlparser2';
import { MOST_CUES, type RawCue } from './cue.ts';
import { lineOf, paragraphsOf, secondsOf, withoutMarks } from './text.ts';

const STAMP = /^\s*\[(?<time>-?\d[\d:.,]{0,30})\]/u;

/** Reads lyrics with times (LRC). A line with several times is several cues. A cue ends where the next one starts. */
export function readLyrics(text: string): readonly RawCue[] {
  const cues: RawCue[] = [];
  let earlier = 0;
  for (const line of text.split('\n')) {
    const [, offset] = /^\s*\[offset:\s*([+-]?\d{1,9})\s*\]/iu.exec(line) ?? [];
    if (offset !== undefined) earlier = Number(offset) / 1000;
    const starts: (number | null)[] = [];
    let rest = line;
    for (let stamp = STAMP.exec(rest); stamp !== null; stamp = STAMP.exec(rest)) {
      starts.push(secondsOf(stamp.groups?.['time'] ?? ''));
      rest = rest.slice(stamp[0].length);
      if (starts.length > 100) break;
    }
    if (cues.length + starts.length > MOST_CUES) break;
    const words = withoutMarks(rest);
    // An empty line ends the one before it.
    for (const start of starts) {
      cues.push({ start: start === null ? null : Math.max(0, start - earlier), end: null, text: words });
    }
  }
  return cues;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' ? secondsOf(value) : null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Segments that are shorter on average are words, and are joined to sentences. */
const SHORT = 15;
const LONG = 160;
const PAUSE_SECONDS = 1.5;

/**
 * Reads the JSON of Podcasting 2.0, and that of Whisper.
 *
 * @returns null if it is neither
 */
export function readSegments(text: string): readonly RawCue[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const segments: unknown = isFields(value) && !Array.isArray(value) ? value['segments'] : value;
  if (!Array.isArray(segments)) return null;
  const cues = segments
    .slice(0, 10 * MOST_CUES)
    .filter(isFields)
    .map((segment): RawCue => {
      const speaker = lineOf(textOf(segment['speaker']));
      return {
        start: numberOf(segment['startTime'] ?? segment['start']),
        end: numberOf(segment['endTime'] ?? segment['end']),
        text: withoutMarks(textOf(segment['body'] ?? segment['text'])),
        ...(speaker !== '' && { speaker }),
      };
    });
  const length = cues.reduce((sum, cue) => sum + cue.text.length, 0);
  return (length < SHORT * cues.length ? sentencesOf(cues) : cues).slice(0, MOST_CUES);
}

function sentencesOf(words: readonly RawCue[]): readonly RawCue[] {
  const sentences: RawCue[] = [];
  for (const word of words) {
    const before = sentences.at(-1);
    const isSame =
      before !== undefined &&
      before.speaker === word.speaker &&
      before.text.length < LONG &&
      !/[.!?…。！？]["'”’»)]*$/u.test(before.text) &&
      Math.abs((word.start ?? 0) - (before.end ?? word.start ?? 0)) < PAUSE_SECONDS;
    if (!isSame) sentences.push(word);
    else sentences[sentences.length - 1] = { ...before, end: word.end, text: `${before.text} ${word.text}` };
  }
  return sentences;
}

const HIDDEN = /^(?:script|style|template|noscript|iframe|object|svg|head|nav|time)$/u;
/** The parser takes quadratic time for elements that are not closed. Pages of people are not nested so deeply. */
const DEEPEST = 500;
const INLINE = /^(?:a|abbr|b|bdi|bdo|code|em|font|i|mark|q|s|small|span|strong|sub|sup|u)$/u;

/**
 * Reads the visible text of a page, a paragraph for each block. `cite` names the speaker of what follows.
 *
 * @returns `isCut` if the elements are nested so deeply that the rest was not read
 */
export function readPage(html: string): {
  readonly cues: readonly RawCue[];
  readonly isSignIn: boolean;
  readonly isCut: boolean;
} {
  const cues: RawCue[] = [];
  let isSignIn = false;
  let hidden = 0;
  let depth = 0;
  let speaker = '';
  let open = '';
  const finish = (): void => {
    for (const text of paragraphsOf(open.replaceAll('\n', ' '))) {
      if (cues.length < MOST_CUES)
        cues.push({ start: null, end: null, text, ...(speaker !== '' && { speaker }) });
    }
    open = '';
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST) parser.pause();
        if (HIDDEN.test(name)) hidden += 1;
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
          speaker = lineOf(open).replace(/:$/u, '');
          open = '';
        } else if (!INLINE.test(name)) finish();
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  finish();
  return { cues, isSignIn, isCut: depth > DEEPEST };
}
