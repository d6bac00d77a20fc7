import { counted, type Found, MOST_CUES, type RawCue } from './cue.ts';
import { lineOf, secondsOf, UNSPACED, withoutMarks } from './text.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
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
export function readSegments(text: string): Found | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const list: unknown = isFields(value) ? value['segments'] : value;
  if (!Array.isArray(list)) return null;
  const some = list.slice(0, 10 * MOST_CUES);
  const segments = some.filter(isFields).map((segment): RawCue => {
    const speaker = lineOf(textOf(segment['speaker']));
    return {
      start: numberOf(segment['startTime'] ?? segment['start']),
      end: numberOf(segment['endTime'] ?? segment['end']),
      text: textOf(segment['body'] ?? segment['text']),
      ...(speaker !== '' && { speaker }),
    };
  });
  const filled = segments.filter((segment) => segment.text.trim() !== '');
  const length = filled.reduce((sum, segment) => sum + lengthOf(segment.text.trim()), 0);
  const cues =
    length < SHORT * filled.length
      ? sentencesOf(segments)
      : segments.map((segment) => ({ ...segment, text: withoutMarks(segment.text) }));
  return {
    cues: cues.slice(0, MOST_CUES),
    problems: counted(some.length - segments.length, 'that cannot be read: left out'),
  };
}

const CHARACTER = new RegExp(`[${UNSPACED}]`, 'gu');

/** The length of a text. A character of Chinese or Japanese says as much as three letters. */
const lengthOf = (text: string): number => text.length + 2 * (text.match(CHARACTER)?.length ?? 0);

const SENTENCE_END = /[.!?…。！？]["'”’»)]*\s*$/u;
/** What belongs to the word before: punctuation, or the rest of a word such as `'s`. */
const CLOSING = /^(?:[\p{Pe}\p{Pf}.,;:!?…。、，！？；：%]+$|['’]\p{L}{0,2}$|n['’]t$)/u;
const OPENING = /[\p{Ps}\p{Pi}¿¡]$/u;
const UNSPACED_START = new RegExp(`^[${UNSPACED}。、，！？；：]`, 'u');
const UNSPACED_END = new RegExp(`[${UNSPACED}。、，！？；：]$`, 'u');

/** Joins words to sentences. Words may have spaces of their own, or be some of them. */
function sentencesOf(words: readonly RawCue[]): readonly RawCue[] {
  const spaced = words.filter(({ text }) => /^\s|\s$/u.test(text)).length;
  const haveSpaces = 5 * spaced > words.length;
  const between = (before: string, after: string): string => {
    if (haveSpaces || CLOSING.test(after) || OPENING.test(before)) return '';
    return UNSPACED_END.test(before) && UNSPACED_START.test(after) ? '' : ' ';
  };
  const sentences: RawCue[] = [];
  for (const word of words) {
    const before = sentences.at(-1);
    const text = haveSpaces ? word.text : word.text.trim();
    if (text.trim() === '') {
      if (before !== undefined && text !== '')
        sentences[sentences.length - 1] = { ...before, text: `${before.text} ` };
      continue;
    }
    const isSame =
      before !== undefined &&
      before.speaker === word.speaker &&
      lengthOf(before.text) < LONG &&
      (!SENTENCE_END.test(before.text) || CLOSING.test(text)) &&
      Math.abs((word.start ?? 0) - (before.end ?? word.start ?? 0)) < PAUSE_SECONDS;
    if (!isSame) sentences.push({ ...word, text });
    else
      sentences[sentences.length - 1] = {
        ...before,
        end: word.end,
        text: `${before.text}${between(before.text, text)}${text}`,
      };
  }
  return sentences.map((sentence) => ({ ...sentence, text: withoutMarks(sentence.text) }));
}
